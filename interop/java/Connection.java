// What both programs need: settings, and an instance of the generated client for each address.

package scenario;

import l10n.ApiClient;

final class Connection {
    static final String PROJECT = setting("L10N_PROJECT", "garnet-7041.26");
    static final long KEY = Long.parseLong(setting("L10N_KEY", "3101"));

    private static final String TOKEN = setting("L10N_TOKEN", "sandbox-read-write-token");

    private Connection() {}

    static ApiClient main() {
        return client(setting("L10N_BASE_URL", "http://127.0.0.1:8080/v2"));
    }

    /** The cursor-paginated API has an address of its own. */
    static ApiClient cursor() {
        return client(setting("L10N_CURSOR_API_URL", "http://127.0.0.1:8082/v1"));
    }

    static ApiClient client(String baseUrl) {
        var client = new ApiClient();
        client.updateBaseUri(baseUrl);
        client.setRequestInterceptor(request -> request.header("X-Api-Token", TOKEN));
        return client;
    }

    static String setting(String name, String otherwise) {
        return System.getenv().getOrDefault(name, otherwise);
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("it does not hold that " + what);
        }
    }
}
