// The generated client for an address.

package scenario;

import l10n.ApiClient;

final class Connection {
    static final String PROJECT = System.getenv("L10N_PROJECT");

    private Connection() {}

    static ApiClient main() {
        return client("L10N_BASE_URL");
    }

    /** The client for the address in a setting. */
    static ApiClient client(String setting) {
        var token = System.getenv("L10N_TOKEN");
        var client = new ApiClient();
        client.updateBaseUri(System.getenv(setting));
        client.setRequestInterceptor(request -> request.header("X-Api-Token", token));
        return client;
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError("it does not hold that " + what);
        }
    }
}
