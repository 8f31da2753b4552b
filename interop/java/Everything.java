// Every operation with openapi-generator's `java` client: what it answers is read into its type, or
// an exception is thrown.

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import l10n.ApiClient;
import l10n.ApiException;
import l10n.api.CustomTranslationStatusesApi;
import l10n.api.TranslationsApi;
import l10n.model.ErrorDetail;
import l10n.model.ErrorResponse;
import l10n.model.NewCustomTranslationStatus;
import l10n.model.PaginationType;
import l10n.model.QueryFlag;

public final class Everything {
    private static final String PROJECT = System.getenv("L10N_PROJECT");
    private static final ObjectMapper JSON = ApiClient.createDefaultObjectMapper();

    public static void main(String[] arguments) throws Exception {
        callEveryOperation();
        readAnError();
        readPages();
    }

    /** The client for the address in a setting. */
    private static ApiClient client(String setting) {
        var token = System.getenv("L10N_TOKEN");
        var client = new ApiClient();
        client.updateBaseUri(System.getenv(setting));
        client.setRequestInterceptor(request -> request.header("X-Api-Token", token));
        return client;
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("it does not hold that " + what);
        }
    }

    private static void callEveryOperation() throws Exception {
        var text = Files.readString(Path.of("target/interop/operations.json"));
        var given = Pattern.compile("\\$(L10N_\\w+)")
                .matcher(text)
                .replaceAll(name -> System.getenv(name.group(1)));
        var operations = JSON.readTree(given);
        var ids = new HashSet<String>();
        for (var operation : operations) {
            var id = operation.get("id").asText();
            try {
                check(call(operation) != null, "there is an answer");
            } catch (ReflectiveOperationException | AssertionError trouble) {
                throw new AssertionError(id + " is not read", trouble);
            }
            ids.add(id);
            if (!operation.get("method").asText().equals("GET")) {
                seed();
            }
        }
        System.out.println(ids.size() + " operations, " + operations.size() + " calls");
    }

    /** Gives the sandbox its first data. */
    private static void seed() throws Exception {
        var seed = URI.create(System.getenv("L10N_CONTROL_URL") + "/seed");
        var nothing = HttpRequest.BodyPublishers.noBody();
        var request = HttpRequest.newBuilder(seed).POST(nothing).build();
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
    }

    /** Calls an operation with the examples of the document; the names are those of the client. */
    private static Object call(JsonNode operation) throws ReflectiveOperationException {
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
                    var type = JSON.constructType(parameter.getParameterizedType());
                    return JSON.<Object>convertValue(values.get(parameter.getName()), type);
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

    private static void readAnError() throws Exception {
        var statuses = new CustomTranslationStatusesApi(client("L10N_BASE_URL"));
        // Not a color of the palette.
        var status = new NewCustomTranslationStatus().title("Approved").color("#000001");
        try {
            statuses.createCustomTranslationStatus(PROJECT, status);
        } catch (ApiException refusal) {
            check(refusal.getCode() == 400, "the service answers 400");
            var body = refusal.getResponseBody();
            var enveloped = JSON.readValue(body, ErrorResponse.class).getError();
            // It has its documented envelope, or none.
            var error = enveloped == null ? JSON.readValue(body, ErrorDetail.class) : enveloped;
            check(error != null, "the error is read");
            return;
        }
        throw new AssertionError("the service refuses the color");
    }

    private static void readPages() throws ApiException {
        var translations = new TranslationsApi(client("L10N_BASE_URL"));
        var found = new HashSet<Long>();
        var count = 0;
        String cursor = null;
        do {
            var answer = translations.listTranslationsWithHttpInfo(
                    PROJECT, null, null, null, null, QueryFlag.On, null, null,
                    PaginationType.CURSOR, 2, null, cursor);
            for (var translation : answer.getData().getTranslations()) {
                found.add(translation.getTranslationId());
                count++;
            }
            // At the end the header is absent, or empty.
            cursor = String.join(
                    "", answer.getHeaders().getOrDefault("X-Pagination-Next-Cursor", List.of()));
        } while (!cursor.isEmpty());
        check(count > 2 && found.size() == count, "there are pages");
    }
}
