// One scenario with openapi-generator's `java` client, against a sandbox.

package scenario;

import static scenario.Connection.PROJECT;
import static scenario.Connection.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import l10n.ApiClient;
import l10n.ApiException;
import l10n.api.FilesApi;
import l10n.api.KeysApi;
import l10n.api.LanguagesApi;
import l10n.api.ProcessesApi;
import l10n.api.TranslationsApi;
import l10n.model.FileUpload;
import l10n.model.ListedPlatform;
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

    public static void main(String[] arguments) throws Exception {
        var scenario = new Scenario();
        scenario.translate();
        scenario.sendAPlural();
        scenario.uploadAFile();
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
        // A rejected key is reported in `errors`, with status 200.
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

    /** A listed status is of an enum, any other is text. */
    private static String status(QueuedProcess process) {
        return process.getStatus().getActualInstance().toString();
    }
}
