//! A team: its users, groups, orders, cards and billing details, and what was done in it.

use l10n_client::types::{PaymentMethod, TeamGroupLanguages, TeamGroupResponse, TeamUserRole};
use l10n_client::{Client, Response};
use l10n_sandbox::Sandbox;

use crate::report::Report;

pub(crate) async fn read(client: &Client, report: &mut Report) {
    let teams = client.list_teams().send().await;
    let teams = report.line("listTeams", teams, |page| format!("{} teams", page.teams.len()));
    let Some(team) = teams.iter().flat_map(|page| &page.teams).next().map(|team| team.team_id)
    else {
        return;
    };
    let details = client.get_team(team).send().await;
    report.line("getTeam", details, |response| format!("{:?}", response.team.name));
    let roles = client.list_team_roles(team).send().await;
    report.line("listTeamRoles", roles, |page| format!("{} roles", page.roles.len()));
    users(client, team, report).await;
    let groups = client.list_team_groups(team).send().await;
    let groups =
        report.line("listTeamGroups", groups, |page| format!("{} groups", page.user_groups.len()));
    if let Some(group) = groups.iter().flat_map(|page| &page.user_groups).next() {
        let group = client.get_team_group(team, group.group_id).send().await;
        report.line("getTeamGroup", group, |group| format!("{:?}", group.name));
    }
    orders(client, team, report).await;
}

async fn users(client: &Client, team: i64, report: &mut Report) {
    let users = client.list_team_users(team).send().await;
    let users =
        report.line("listTeamUsers", users, |page| format!("{} users", page.team_users.len()));
    if let Some(user) = users.iter().flat_map(|page| &page.team_users).next() {
        let user = client.get_team_user(team, user.user_id).send().await;
        report.line("getTeamUser", user, |response| format!("{:?}", response.team_user.role));
    }
}

async fn orders(client: &Client, team: i64, report: &mut Report) {
    let providers = client.list_translation_providers(team).send().await;
    let providers = report.line("listTranslationProviders", providers, |page| {
        format!("{} providers", page.translation_providers.len())
    });
    let providers = providers.iter().flat_map(|page| &page.translation_providers);
    if let Some(id) = providers.map(|provider| provider.provider_id).next() {
        let provider = client.get_translation_provider(team, id).send().await;
        report.line("getTranslationProvider", provider, |it| format!("{:?}", it.name));
    }
    let orders = client.list_orders(team).send().await;
    let orders = report.line("listOrders", orders, |page| format!("{} orders", page.orders.len()));
    let orders = orders.iter().flat_map(|page| &page.orders);
    if let Some(id) = orders.filter_map(|order| order.order_id.as_ref()).next() {
        let order = client.get_order(team, id).send().await;
        report.line("getOrder", order, |order| format!("{:?}", order.status));
    }
    let billing = client.get_team_billing_details(team).send().await;
    report.line("getTeamBillingDetails", billing, |it| format!("{:?}", it.country_code));
    let cards = client.list_payment_cards().send().await;
    report.line("listPaymentCards", cards, |page| format!("{} cards", page.payment_cards.len()));
}

pub(crate) async fn write(client: &Client, sandbox: &Sandbox, report: &mut Report) {
    let project = sandbox.project();
    groups(client, sandbox, report).await;
    order(client, sandbox, report).await;
    card(client, report).await;
    billing(client, project.team_id, report).await;
    let [_, developer, .., translator] = project.contributor_ids;
    let updated =
        client.update_team_user(project.team_id, developer, TeamUserRole::Admin).send().await;
    report.line("updateTeamUser", updated, |response| format!("{:?}", response.team_user.role));
    let deleted = client.delete_team_user(project.team_id, translator).send().await;
    report.line("deleteTeamUser", deleted, |response| {
        format!("deleted: {}", response.team_user_deleted)
    });
    let token = client.create_service_token(project.project_id, "ota").send().await;
    report.line("createServiceToken", token, |response| format!("{:?}", response.jwt));
    let events = client.list_audit_logs().limit(5).send().await;
    report.line("listAuditLogs", events, |page| format!("{} events", page.data.len()));
}

async fn groups(client: &Client, sandbox: &Sandbox, report: &mut Report) {
    let project = sandbox.project();
    let (team, user) = (project.team_id, project.contributor_ids[4]);
    let [_, german, french] = project.language_ids;
    let languages = TeamGroupLanguages::new([german], [french]);
    let created = client.create_team_group(team, "Translators", false, false);
    let created = created.languages(languages.clone()).send().await;
    let created =
        report.line("createTeamGroup", created, |response| format!("{:?}", response.group.name));
    let Some(group) = created.map(|response| response.group.group_id) else { return };
    let updated = client.update_team_group(team, group, "Reviewers", false, true);
    let updated = updated.languages(languages).send().await;
    report.line("updateTeamGroup", updated, |response| format!("{:?}", response.group.name));
    let members = |response: &Response<TeamGroupResponse>| {
        format!("members: {:?}", response.group.members.as_deref().unwrap_or_default())
    };
    let added = client.add_team_group_members(team, group, [user]).send().await;
    report.line("addTeamGroupMembers", added, members);
    let removed = client.remove_team_group_members(team, group, [user]).send().await;
    report.line("removeTeamGroupMembers", removed, members);
    let projects = |response: &Response<TeamGroupResponse>| {
        format!("projects: {:?}", response.group.projects.as_deref().unwrap_or_default())
    };
    let added = client.add_team_group_projects(team, group, [project.project_id]).send().await;
    report.line("addTeamGroupProjects", added, projects);
    let removed = client.remove_team_group_projects(team, group, [project.project_id]).send().await;
    report.line("removeTeamGroupProjects", removed, projects);
    let deleted = client.delete_team_group(team, group).send().await;
    report.line("deleteTeamGroup", deleted, |response| {
        format!("deleted: {}", response.group_deleted)
    });
}

/// Asks for a price; nothing is ordered.
async fn order(client: &Client, sandbox: &Sandbox, report: &mut Report) {
    let project = sandbox.project();
    let providers = client.list_translation_providers(project.team_id).stream().next().await;
    let Some(Ok(provider)) = providers else { return };
    let slug = provider.slug.unwrap_or_default();
    let keys = [project.key_ids[0]];
    let briefing = "A tour of the operations";
    let order = client.create_order(
        project.team_id,
        project.project_id,
        slug,
        1,
        "en",
        ["de"],
        keys,
        briefing,
    );
    let order = order.payment_method(PaymentMethod::TeamCredit).dry_run(true).send().await;
    report.line("createOrder", order, |order| {
        format!("{:?} would cost {:?}", order.keys, order.total)
    });
}

async fn card(client: &Client, report: &mut Report) {
    let created = client.create_payment_card("4242424242424242", "123", 12, 2030).send().await;
    let created =
        report.line("createPaymentCard", created, |card| format!("ends in {:?}", card.last4));
    let Some(card) = created.map(|card| card.card_id) else { return };
    let read = client.get_payment_card(card).send().await;
    report.line("getPaymentCard", read, |response| format!("{:?}", response.payment_card.brand));
    let deleted = client.delete_payment_card(card).send().await;
    report.line("deletePaymentCard", deleted, |response| {
        format!("deleted: {}", response.card_deleted)
    });
}

async fn billing(client: &Client, team: i64, report: &mut Report) {
    let email = "billing@sandbox.test";
    let created = client.create_team_billing_details(team, email, "DE", "10115").send().await;
    report.line("createTeamBillingDetails", created, |it| format!("{:?}", it.zip));
    let updated = client.update_team_billing_details(team, email, "DE", "20095").send().await;
    report.line("updateTeamBillingDetails", updated, |it| format!("{:?}", it.zip));
}
