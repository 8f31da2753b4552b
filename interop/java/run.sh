#!/usr/bin/env bash
# A client in Java, by openapi-generator.
source "$(dirname "$0")/../lib.sh"

document_as_json
rm -rf target/interop/java/classes
openapi_generator java --library native \
  --global-property \
    apis,models,supportingFiles,apiDocs=false,modelDocs=false,apiTests=false,modelTests=false \
  --additional-properties invokerPackage=l10n,apiPackage=l10n.api,modelPackage=l10n.model \
  --additional-properties openApiNullable=false,supportUrlQuery=false,hideGenerationTimestamp=true \
  --additional-properties containerDefaultToNull=true \
  --schema-mappings CommentsCreatedResponse=com.fasterxml.jackson.databind.JsonNode \
  --schema-mappings ContributorsInvitedResponse=com.fasterxml.jackson.databind.JsonNode \
  --schema-mappings CustomTranslationStatusReadResponse=com.fasterxml.jackson.databind.JsonNode \
  --schema-mappings AuditEntityId=com.fasterxml.jackson.databind.JsonNode \
  --schema-mappings OrderNumber=com.fasterxml.jackson.databind.JsonNode \
  --schema-mappings KeyName=com.fasterxml.jackson.databind.JsonNode \
  --schema-mappings QaIssues=com.fasterxml.jackson.databind.JsonNode \
  --schema-mappings TmLeverage=com.fasterxml.jackson.databind.JsonNode \
  --schema-mappings TranslationText=com.fasterxml.jackson.databind.JsonNode \
  --schema-mappings GrantedAdminRights=com.fasterxml.jackson.databind.JsonNode \
  --schema-mappings WebhookDelivery=com.fasterxml.jackson.databind.JsonNode \
  --schema-mappings WritableFlag=com.fasterxml.jackson.databind.JsonNode
# The generator's jar has Jackson in it, which is all that the client needs; with Maven, use the
# generated pom.xml.
jackson=$(find target/interop/openapi-generator/lib -name openapi-generator.jar)
ln -sf "$PWD/$jackson" target/interop/java/jackson.jar
find target/interop/java/client/src/main interop/java -name '*.java' > target/interop/java/sources
# Everything calls by the names of parameters.
javac -parameters -proc:none -d target/interop/java/classes -cp target/interop/java/jackson.jar \
  @target/interop/java/sources

every_round java -cp target/interop/java/classes:target/interop/java/jackson.jar Everything
