// One scenario with openapi-generator's `java` client, against the sandbox: `cargo run -p
// l10n-sandbox`.

package scenario;

import static scenario.Connection.KEY;
import static scenario.Connection.PROJECT;
import static scenario.Connection.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import l10n.ApiClient;
import l10n.ApiException;
import l10n.api.CommentsApi;
import l10n.api.ContributorsApi;
import l10n.api.CustomTranslationStatusesApi;
import l10n.api.FilesApi;
import l10n.api.ItemsApi;
import l10n.api.KeysApi;
import l10n.api.LanguagesApi;
import l10n.api.ProcessesApi;
import l10n.api.TranslationsApi;
import l10n.model.Comment;
import l10n.model.Contributor;
import l10n.model.ContributorInvitation;
import l10n.model.ContributorInvitations;
import l10n.model.ErrorResponse;
import l10n.model.FileExport;
import l10n.model.FileUpload;
import l10n.model.LanguageAccess;
import l10n.model.ListedPlatform;
import l10n.model.ListedRoleId;
import l10n.model.NewComment;
import l10n.model.NewComments;
import l10n.model.NewCustomTranslationStatus;
import l10n.model.NewKey;
import l10n.model.NewKeyName;
import l10n.model.NewKeyTranslation;
import l10n.model.NewKeys;
import l10n.model.PaginationType;
import l10n.model.QueryFlag;
import l10n.model.QueuedProcess;
import l10n.model.TranslationUpdate;

public final class Scenario {
    private final ApiClient api = Connection.main();
    /** The cursor-paginated API has an address of its own. */
    private final ApiClient cursorApi = Connection.cursor();

    private int steps = 0;

    public static void main(String[] arguments) throws Exception {
        var scenario = new Scenario();
        scenario.step("list contributors", scenario::listContributors);
        scenario.step("invite a contributor", scenario::inviteAContributor);
        scenario.step("add a comment", scenario::addAComment);
        scenario.step("translate what French lacks", scenario::translate);
        scenario.step("comment on a key of which the name is known", scenario::commentByName);
        scenario.step("send a plural and read it back", scenario::sendAPlural);
        scenario.step("upload a file and wait for its process", scenario::uploadAFile);
        scenario.step("export a bundle and download it", scenario::exportABundle);
        scenario.step("read the violations of an error", scenario::readViolations);
        scenario.step("read a page by cursor", scenario::readByCursor);
        System.out.println("java: " + scenario.steps + " steps");
    }

    private void listContributors() throws ApiException {
        check(emails().contains("owner@sandbox.test"), "the owner is in the list");
    }

    private void inviteAContributor() throws ApiException {
        var email = "guest-" + System.nanoTime() + "@sandbox.test";
        var invitation = new ContributorInvitation()
                .email(email)
                .addLanguagesItem(new LanguageAccess().langIso("de").isWritable(true))
                .roleId(ListedRoleId.Translator);
        var invitations = new ContributorInvitations().addContributorsItem(invitation);
        var invited = new ContributorsApi(api).createContributors(PROJECT, invitations).all();
        check(
                invited.stream().map(Contributor::getEmail).toList().equals(List.of(email)),
                "the answer names who was invited");
        check(emails().contains(email), "the invited contributor is in the list");
    }

    private void addAComment() throws ApiException {
        var text = "Is this still in use?";
        var comments = new NewComments().addCommentsItem(new NewComment().comment(text));
        var added = new CommentsApi(api).createKeyComments(PROJECT, KEY, comments).all();
        check(
                added.stream().map(Comment::getComment).toList().equals(List.of(text)),
                "the text comes back");
    }

    private void translate() throws ApiException {
        var languages = new LanguagesApi(api).listLanguages(PROJECT, null, null).getLanguages();
        var french = languages.stream()
                .filter(language -> "fr".equals(language.getLangIso()))
                .findFirst()
                .orElseThrow();
        // A number, and text in some answers.
        var id = Long.valueOf(french.getLangId().getActualInstance().toString());
        var lacking = untranslated(id);
        check(lacking.size() > 2, "there is more than a page of them");
        var update = new TranslationUpdate()
                .translation(TextNode.valueOf("Bonjour"))
                .isReviewed(true);
        var answer = new TranslationsApi(api)
                .updateTranslation(PROJECT, lacking.get(0), update)
                .getTranslation();
        check(
                answer.getTranslation().asText().equals("Bonjour") && answer.getIsReviewed(),
                "it is translated and reviewed");
        check(untranslated(id).equals(lacking.subList(1, lacking.size())), "the others are left");
    }

    private List<Long> untranslated(Long language) throws ApiException {
        var found = new ArrayList<Long>();
        var translations = new TranslationsApi(api);
        String cursor = null;
        do {
            var answer = translations.listTranslationsWithHttpInfo(
                    PROJECT, null, language, null, null, QueryFlag.On, null, null,
                    PaginationType.CURSOR, 2, null, cursor);
            answer.getData()
                    .getTranslations()
                    .forEach(translation -> found.add(translation.getTranslationId()));
            // At the end the header is absent, or empty.
            cursor = String.join(
                    "", answer.getHeaders().getOrDefault("X-Pagination-Next-Cursor", List.of()));
        } while (!cursor.isEmpty());
        return found;
    }

    private void commentByName() throws ApiException {
        var names = List.of("cart::total");
        var keys = new KeysApi(api).listKeys(
                PROJECT, null, null, null, null, null, null, null, names,
                null, null, null, null, null, null, null, null, null)
                .getKeys();
        check(keys.size() == 1, "a name is that of one key");
        var comment = new NewComment().comment("With or without tax?");
        var comments = new NewComments().addCommentsItem(comment);
        new CommentsApi(api).createKeyComments(PROJECT, keys.get(0).getKeyId(), comments);
    }

    private void sendAPlural() throws Exception {
        var mapper = api.getObjectMapper();
        JsonNode forms =
                mapper.valueToTree(Map.of("one", "%{count} file", "other", "%{count} files"));
        var key = new NewKey()
                .keyName(new NewKeyName("files-" + System.nanoTime()))
                .addPlatformsItem(ListedPlatform.Web)
                .isPlural(true)
                .addTranslationsItem(new NewKeyTranslation().languageIso("en").translation(forms));
        var created = new KeysApi(api).createKeys(PROJECT, new NewKeys().addKeysItem(key));
        // What is refused is told in `errors`, with status 200.
        check(created.getKeys().size() == 1, "the key is created, and not " + created.getErrors());
        var id = created.getKeys().get(0).getKeyId();
        var read = new KeysApi(api).getKey(PROJECT, id, null).getKey();
        var english = read.getTranslations().stream()
                .filter(one -> "en".equals(one.getLanguageIso()));
        var text = english.findFirst().orElseThrow().getTranslation();
        // The forms come as JSON in a text, or as the object that was sent.
        check(
                (text.isTextual() ? mapper.readTree(text.asText()) : text).equals(forms),
                "the forms come back");
    }

    private void uploadAFile() throws Exception {
        // The client writes the bytes as Base64.
        var data = "{\"greeting\": \"Hello\"}".getBytes(StandardCharsets.UTF_8);
        var upload = new FileUpload().data(data).filename("interop/%LANG_ISO%.json").langIso("en");
        var queued = new FilesApi(api).uploadFileWithHttpInfo(PROJECT, upload);
        check(queued.getStatusCode() / 100 == 2, "the file is queued");
        var process = queued.getData().getProcess();
        while (!Set.of("finished", "failed", "cancelled").contains(status(process))) {
            Thread.sleep(50);
            var id = process.getProcessId();
            process = new ProcessesApi(api).getProcess(PROJECT, id).getProcess();
        }
        check(status(process).equals("finished"), "the process finishes");
    }

    private void exportABundle() throws Exception {
        var export = new FileExport().format("json").originalFilenames(true);
        var address = URI.create(new FilesApi(api).exportFiles(PROJECT, export).getBundleUrl());
        // The bundle is on another host: no credential goes there.
        var request = HttpRequest.newBuilder(address).build();
        var bundle = HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofByteArray());
        check(bundle.statusCode() == 200, "the bundle is there");
        check(bundle.body()[0] == 'P' && bundle.body()[1] == 'K', "the bundle is a zip file");
    }

    private void readViolations() throws Exception {
        var status = new NewCustomTranslationStatus().title("Approved").color("#000001");
        try {
            new CustomTranslationStatusesApi(api).createCustomTranslationStatus(PROJECT, status);
        } catch (ApiException refusal) {
            check(refusal.getCode() == 400, "the service refuses");
            var error = api.getObjectMapper()
                    .readValue(refusal.getResponseBody(), ErrorResponse.class)
                    .getError();
            check(
                    error.getViolations().keySet().equals(Set.of("color")),
                    "the violations name the field");
            return;
        }
        throw new AssertionError("the service refuses");
    }

    private void readByCursor() throws ApiException {
        var items = new ItemsApi(cursorApi);
        var first = items.listItems(PROJECT, 2, null, null);
        check(first.getData().size() == 2, "the page is as large as asked");
        check(
                first.getMeta().getHasMore() && first.getMeta().getCursor() != null,
                "a cursor leads to more items");
        var second = items.listItems(PROJECT, 2, first.getMeta().getCursor(), null);
        check(!second.getData().equals(first.getData()), "the next page is another one");
    }

    private List<String> emails() throws ApiException {
        var page = new ContributorsApi(api).listContributors(PROJECT, 5000, null);
        return page.getContributors().stream().map(Contributor::getEmail).toList();
    }

    /** A listed status is of an enum, any other is text. */
    private static String status(QueuedProcess process) {
        return process.getStatus().getActualInstance().toString();
    }

    private void step(String what, Step work) throws Exception {
        work.run();
        steps += 1;
        System.out.println("java: " + what);
    }

    private interface Step {
        void run() throws Exception;
    }
}
