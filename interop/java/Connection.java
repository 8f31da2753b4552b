// Settings of both programs, and the generated client for an address.

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
