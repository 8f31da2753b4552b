package scenario;

import static scenario.Connection.KEY;
import static scenario.Connection.PROJECT;
import static scenario.Connection.check;
import static scenario.Connection.client;
import static scenario.Connection.setting;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import l10n.ApiClient;
import l10n.ApiException;
import l10n.api.CommentsApi;
import l10n.api.ContributorsApi;
import l10n.api.CustomTranslationStatusesApi;
import l10n.api.FilesApi;
import l10n.api.ItemsApi;
import l10n.api.OauthApi;
import l10n.api.ProcessesApi;
import l10n.model.CodeGrant;
import l10n.model.CodeGrantType;
import l10n.model.ContributorImport;
import l10n.model.ContributorInvitation;
import l10n.model.ContributorInvitations;
import l10n.model.ContributorUpdate;
import l10n.model.CustomTranslationStatusUpdate;
import l10n.model.ErrorResponse;
import l10n.model.FileExport;
import l10n.model.FileUpload;
import l10n.model.LanguageAccess;
import l10n.model.NewComment;
import l10n.model.NewComments;
import l10n.model.NewCustomTranslationStatus;
import l10n.model.TokenRequest;

/** Every operation once: what it answers is read into its type, or an exception is thrown. */
public final class Everything {
    /** The operations in bulk take UUIDs. */
    private static final UUID PROJECT_UUID =
            UUID.fromString(setting("L10N_PROJECT_UUID", "01957a00-0000-7000-8000-0000000000a1"));
    private static final UUID SOURCE =
            UUID.fromString(setting("L10N_SOURCE_UUID", "01957a00-0000-7000-8000-0000000000b2"));
    private static final String AUTH_URL = setting("L10N_AUTH_URL", "http://127.0.0.1:8081");

    private final ApiClient api = Connection.main();
    private final CommentsApi comments = new CommentsApi(api);
    private final ContributorsApi contributors = new ContributorsApi(api);
    private final CustomTranslationStatusesApi statuses = new CustomTranslationStatusesApi(api);

    public static void main(String[] arguments) throws Exception {
        var everything = new Everything();
        everything.useComments();
        everything.useContributors();
        everything.useCustomTranslationStatuses();
        everything.useFilesAndProcesses();
        everything.useItems();
        everything.requestAToken();
        everything.readErrors();
        everything.deleteAllContributors();
        System.out.println("java: every operation");
    }

    private void useComments() throws ApiException {
        comments.listProjectComments(PROJECT, null, null);
        var comment = new NewComment().comment("Is this still in use?");
        var added = new NewComments().addCommentsItem(comment);
        var id = comments.createKeyComments(PROJECT, KEY, added).all().get(0).getCommentId();
        comments.listKeyComments(PROJECT, KEY, null, null);
        comments.getKeyComment(PROJECT, KEY, id);
        comments.deleteKeyComment(PROJECT, KEY, id);
    }

    private void useContributors() throws ApiException {
        contributors.listContributors(PROJECT, null, null);
        contributors.getOwnContributor(PROJECT);
        var invitation = new ContributorInvitation()
                .email("guest-" + System.nanoTime() + "@sandbox.test")
                .addLanguagesItem(new LanguageAccess().langIso("de").isWritable(true));
        var invitations = new ContributorInvitations().addContributorsItem(invitation);
        var id = contributors.createContributors(PROJECT, invitations).all().get(0).getUserId();
        contributors.getContributor(PROJECT, id);
        contributors.updateContributor(PROJECT, id, new ContributorUpdate().isReviewer(true));
        contributors.deleteContributor(PROJECT, id);
        var source = new ContributorImport().fromProjectUuid(SOURCE);
        contributors.importContributors(PROJECT_UUID, source);
    }

    private void useCustomTranslationStatuses() throws ApiException {
        statuses.listCustomTranslationStatuses(PROJECT, null, null);
        var color = statuses.listCustomTranslationStatusColors(PROJECT).getColors().get(0);
        var status = new NewCustomTranslationStatus().title("Approved").color(color);
        var created = statuses.createCustomTranslationStatus(PROJECT, status);
        var id = created.getCustomTranslationStatus().getStatusId();
        var read = statuses.getCustomTranslationStatus(PROJECT, id).status();
        check(read.getStatusId().equals(id), "the status is read");
        var update = new CustomTranslationStatusUpdate().title("Checked");
        statuses.updateCustomTranslationStatus(PROJECT, id, update);
        statuses.deleteCustomTranslationStatus(PROJECT, id);
    }

    private void useFilesAndProcesses() throws ApiException {
        var files = new FilesApi(api);
        files.listFiles(PROJECT, null, null, null);
        var data = "{\"greeting\": \"Hello\"}".getBytes(StandardCharsets.UTF_8);
        var upload = new FileUpload().data(data).filename("interop/%LANG_ISO%.json").langIso("en");
        var id = files.uploadFile(PROJECT, upload).getProcess().getProcessId();
        var export = new FileExport().format("json").originalFilenames(true);
        files.exportFiles(PROJECT, export);
        files.startExport(PROJECT, export);
        var processes = new ProcessesApi(api);
        processes.listProcesses(PROJECT, null, null);
        processes.getProcess(PROJECT, id);
    }

    private void useItems() throws ApiException {
        new ItemsApi(Connection.cursor()).listItems(PROJECT, 2, null, null);
    }

    private void requestAToken() throws Exception {
        // The sandbox's user grants everything; a user of the service is asked in a browser.
        var callback = "https://app.sandbox.test/callback";
        var redirectUri = URLEncoder.encode(callback, StandardCharsets.UTF_8);
        var wish = "client_id=sandbox-app&scope=read_comments&state=x&redirect_uri=" + redirectUri;
        var request = HttpRequest.newBuilder(URI.create(AUTH_URL + "/oauth2/auth?" + wish)).build();
        var nothing = HttpResponse.BodyHandlers.discarding();
        var redirect = HttpClient.newHttpClient().send(request, nothing);
        var location = redirect.headers().firstValue("location").orElseThrow();
        var grant = new CodeGrant()
                .grantType(CodeGrantType.AUTHORIZATION_CODE)
                .clientId("sandbox-app")
                .clientSecret("sandbox-app-secret")
                .code(location.replaceFirst(".*[?&]code=([^&]*).*", "$1"));
        var answer = new OauthApi(client(AUTH_URL)).requestToken(new TokenRequest(grant));
        check(answer.getAccessToken() != null, "there is a token");
    }

    private void readErrors() throws Exception {
        // Not a color of the palette.
        var status = new NewCustomTranslationStatus().title("Approved").color("#000001");
        refused(400, () -> statuses.createCustomTranslationStatus(PROJECT, status));
        refused(404, () -> comments.getKeyComment(PROJECT, KEY, 1L));
    }

    private void deleteAllContributors() throws ApiException {
        var job = contributors.deleteAllContributors(PROJECT_UUID).getJobId();
        contributors.getContributorDeletionJob(PROJECT_UUID, job);
    }

    /** Reads the error that a call ends with. */
    private void refused(int status, Call call) throws Exception {
        try {
            call.run();
        } catch (ApiException refusal) {
            check(refusal.getCode() == status, "the service refuses");
            var body = refusal.getResponseBody();
            var error = api.getObjectMapper().readValue(body, ErrorResponse.class);
            check(error.getError() != null, "the error is in its documented envelope");
            return;
        }
        throw new AssertionError("the service refuses");
    }

    private interface Call {
        void run() throws ApiException;
    }
}
