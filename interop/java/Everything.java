// Every operation once: what it answers is read into its type, or an exception is thrown.

package scenario;

import static scenario.Connection.PROJECT;
import static scenario.Connection.check;
import static scenario.Connection.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import l10n.ApiClient;
import l10n.ApiException;
import l10n.api.CustomTranslationStatusesApi;
import l10n.model.DeletionJobStartedResponse;
import l10n.model.ErrorDetail;
import l10n.model.ErrorResponse;
import l10n.model.NewCustomTranslationStatus;

public final class Everything {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final ObjectMapper json = ApiClient.createDefaultObjectMapper();
    private final Map<String, JsonNode> operations = new HashMap<>();

    public static void main(String[] arguments) throws Exception {
        var everything = new Everything();
        everything.read();
        everything.readAnError();
        for (var operation : everything.operations.values()) {
            var seed = request("L10N_CONTROL_URL", "/seed");
            send(seed.POST(HttpRequest.BodyPublishers.noBody()));
            everything.give(operation);
            try {
                everything.checkRead(everything.call(operation));
            } catch (ReflectiveOperationException | AssertionError trouble) {
                var id = operation.get("id").asText();
                throw new AssertionError(id + " is not read", trouble);
            }
        }
        System.out.println(everything.operations.size() + " operations");
    }

    private void read() throws Exception {
        for (var operation : json.readTree(new File("target/interop/operations.json"))) {
            operations.put(operation.get("id").asText(), operation);
        }
    }

    /** Calls an operation with the examples of the document; the names are those of the client. */
    private Object call(JsonNode operation) throws ReflectiveOperationException {
        var values = new HashMap<String, JsonNode>();
        for (var parameter : operation.get("parameters")) {
            values.put(camel(parameter.get("snake").asText()), parameter.get("value"));
        }
        var body = operation.get("body");
        if (!body.isNull()) {
            values.put(camel(body.get("snake").asText()), body.get("value"));
        }
        var method = method(operation);
        // What may be left out is left out.
        var arguments = Arrays.stream(method.getParameters())
                .map(parameter -> {
                    var type = json.constructType(parameter.getParameterizedType());
                    return json.<Object>convertValue(values.get(parameter.getName()), type);
                })
                .toArray();
        var group = method.getDeclaringClass().getConstructor(ApiClient.class);
        var client = client(operation.get("server").asText());
        return method.invoke(group.newInstance(client), arguments);
    }

    private static Method method(JsonNode operation) throws ClassNotFoundException {
        var tag = operation.get("tag").asText();
        var group = "l10n.api." + tag.substring(0, 1).toUpperCase() + tag.substring(1) + "Api";
        var id = operation.get("id").asText();
        return Arrays.stream(Class.forName(group).getMethods())
                .filter(method -> method.getName().equals(id))
                // The other takes headers as well.
                .min((one, other) -> one.getParameterCount() - other.getParameterCount())
                .orElseThrow();
    }

    private static String camel(String name) {
        var letters = Pattern.compile("_(.)").matcher(name);
        return letters.replaceAll(letter -> letter.group(1).toUpperCase());
    }

    /** Jackson reads whatever comes: in a class of one's own something must have come. */
    private void checkRead(Object answer) {
        check(answer != null, "there is an answer");
        var some = json.copy().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
        if (answer instanceof Record) {
            check(!some.valueToTree(answer).isEmpty(), "something was read");
        }
    }

    /** What no example can show: a job, and a code. */
    private void give(JsonNode operation) throws Exception {
        switch (operation.get("id").asText()) {
            case "getContributorDeletionJob" -> {
                var deletion = operations.get("deleteAllContributors");
                var job = (DeletionJobStartedResponse) call(deletion);
                var parameter = (ObjectNode) operation.get("parameters").get(1);
                parameter.put("value", job.getJobId().toString());
            }
            case "requestToken" -> {
                var body = (ObjectNode) operation.get("body").get("value");
                body.put("code", code());
            }
            default -> {}
        }
    }

    /** The sandbox's user grants everything; a user of the service is asked in a browser. */
    private static String code() throws Exception {
        var callback = "https://app.sandbox.test/callback";
        var redirectUri = URLEncoder.encode(callback, StandardCharsets.UTF_8);
        var query = "client_id=sandbox-app&scope=read_comments&state=x&redirect_uri=" + redirectUri;
        var redirect = send(request("L10N_AUTH_URL", "/oauth2/auth?" + query));
        var location = redirect.headers().firstValue("location").orElseThrow();
        return location.replaceFirst(".*[?&]code=([^&]*).*", "$1");
    }

    private static HttpRequest.Builder request(String setting, String path) {
        return HttpRequest.newBuilder(URI.create(System.getenv(setting) + path));
    }

    private static HttpResponse<Void> send(HttpRequest.Builder request) throws Exception {
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.discarding());
    }

    private void readAnError() throws Exception {
        var statuses = new CustomTranslationStatusesApi(Connection.main());
        // Not a color of the palette.
        var status = new NewCustomTranslationStatus().title("Approved").color("#000001");
        try {
            statuses.createCustomTranslationStatus(PROJECT, status);
        } catch (ApiException refusal) {
            check(refusal.getCode() == 400, "the service answers 400");
            var body = refusal.getResponseBody();
            var enveloped = json.readValue(body, ErrorResponse.class).getError();
            // It has its documented envelope, or none.
            var error = enveloped == null ? json.readValue(body, ErrorDetail.class) : enveloped;
            check(error != null, "the error is read");
            return;
        }
        throw new AssertionError("the service refuses the color");
    }
}
