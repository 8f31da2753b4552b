//! Whether a fault can ever befall a request: one that cannot would let a test pass for nothing.

use super::reply::check_reply;
use super::{Fault, FaultError, Misbehavior, ResetMoment};
use crate::document::{Document, Operation, ParameterLocation};
use crate::matcher::{Subject, known_address};
use crate::state::{Address, State};

/// What a fault is held against.
pub(crate) struct Known<'k> {
    pub(crate) document: &'static Document,
    pub(crate) state: &'k State,
    pub(crate) is_default_world: bool,
}

impl Fault {
    /// The project that it is about, if it is about one.
    ///
    /// # Errors
    ///
    /// When it can never befall a request.
    pub(crate) fn check(&self, known: &Known<'_>) -> Result<Option<Address>, FaultError> {
        let matcher = self.matcher();
        let subject = matcher.subject(known.document)?;
        self.check_counts()?;
        self.check_what(known, &subject)?;
        self.check_token(known.state, &subject)?;
        self.check_body(&subject)?;
        let find = |written: &str| known_address(known.state, written);
        Ok(matcher.address(known.document, subject, find)?)
    }

    fn check_counts(&self) -> Result<(), FaultError> {
        if self.times == Some(0) {
            let message = "it would befall no request; 1 or more, or \"always\"";
            return Err(FaultError::new("times", message));
        }
        if !(self.share > 0.0 && self.share <= 1.0) {
            let message = format!("{} is not above 0 and at most 1", self.share);
            return Err(FaultError::new("share", message));
        }
        Ok(())
    }

    fn check_what(&self, known: &Known<'_>, subject: &Subject) -> Result<(), FaultError> {
        let is_narrow = !self.matcher().is_any() || self.token.is_some() || self.body.is_some();
        let wrong = match self.on_connect() {
            true if is_narrow => Some(
                "`on_connect`: nothing is known of a request when its connection is accepted; \
                 leave out what asks for more than `any` request, or say `before_body`",
            ),
            true if !known.is_default_world => Some(
                "`on_connect`: a connection belongs to no world, so only the default world can \
                 have this fault; here, say `before_body`",
            ),
            _ => None,
        };
        match wrong {
            Some(message) => Err(FaultError::new("what", message)),
            None => check_misbehavior(&self.what, known.document, subject, self.body.is_some()),
        }
    }

    fn check_token(&self, state: &State, subject: &Subject) -> Result<(), FaultError> {
        let Some(secret) = &self.token else {
            return Ok(());
        };
        let takes_one = match subject {
            Subject::Any => true,
            Subject::Bundle => false,
            Subject::Operation(operation) => !operation.security.is_empty(),
        };
        if !takes_one {
            let message = "requests of this operation carry no token; leave it out";
            return Err(FaultError::new("token", message));
        }
        let mut known = state.tokens.iter().map(|token| token.secret.as_str());
        if known.any(|known| known == secret) || state.oauth.access(secret).is_some() {
            return Ok(());
        }
        let known: Vec<_> = state.tokens.iter().map(|it| it.secret.as_str()).collect();
        let message = format!(
            "{secret:?} is none of this world; {} and access tokens that were issued are",
            known.join(", ")
        );
        Err(FaultError::new("token", message))
    }

    fn check_body(&self, subject: &Subject) -> Result<(), FaultError> {
        let Some(holds) = &self.body else {
            return Ok(());
        };
        let takes_one = match subject {
            Subject::Any => true,
            Subject::Bundle => false,
            Subject::Operation(operation) => operation.request_body.is_some(),
        };
        let wrong = match takes_one {
            true => holds.problem(),
            false => Some("requests of this operation have no body; leave it out"),
        };
        wrong.map_or(Ok(()), |wrong| Err(FaultError::new("body", wrong)))
    }
}

fn check_misbehavior(
    what: &Misbehavior,
    document: &Document,
    subject: &Subject,
    asks_for_body: bool,
) -> Result<(), FaultError> {
    let wrong = |message: &str| Err(FaultError::new("what", message));
    match what {
        Misbehavior::Respond(reply) => check_reply(reply),
        Misbehavior::Drip { chunk: 0, .. } => wrong("`drip`: `chunk` is 1 byte or more"),
        Misbehavior::List { cap: Some(0), .. } => wrong("`list`: `cap` is 1 or more"),
        Misbehavior::List { cap: None, counted: true } => {
            wrong("`list`: it would change nothing; say `cap`, or `\"counted\": false`")
        }
        Misbehavior::List { .. } => check_list(document, subject),
        Misbehavior::ExpiredLink | Misbehavior::NoRange => match subject {
            Subject::Bundle => Ok(()),
            _ => wrong(
                "`expired_link` and `no_range` are of the bundle host; say `\"operation\": \
                 \"downloadBundle\"`",
            ),
        },
        Misbehavior::Reset(ResetMoment::BeforeBody | ResetMoment::OnConnect) if asks_for_body => {
            wrong("a fault that asks for the `body` cannot come before it; say `before_effect`")
        }
        Misbehavior::OneOf(several) if several.is_empty() => {
            wrong("`one_of`: there is none to draw; name one or more")
        }
        Misbehavior::OneOf(several) => several
            .iter()
            .try_for_each(|one| check_misbehavior(one, document, subject, asks_for_body)),
        _ => Ok(()),
    }
}

fn check_list(document: &Document, subject: &Subject) -> Result<(), FaultError> {
    match subject {
        Subject::Any => Ok(()),
        Subject::Operation(operation) if is_list(operation) => Ok(()),
        _ => {
            let lists = document.operations().iter().filter(|it| is_list(it));
            let lists: Vec<_> = lists.map(|it| it.id.as_str()).collect();
            let message = format!("`list`: this is no list; lists are {}", lists.join(", "));
            Err(FaultError::new("what", message))
        }
    }
}

/// Whether the operation gives pages, and takes their size.
fn is_list(operation: &Operation) -> bool {
    let mut parameters = operation.parameters.iter();
    parameters.any(|it| it.name == "limit" && it.location == ParameterLocation::Query)
}
