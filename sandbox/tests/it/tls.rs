//! HTTPS with a certificate of its own: who trusts it, and that faults work below it.

use std::process::Command;

use l10n_sandbox::{Fault, Misbehavior, ResetMoment, Sandbox};

/// Prints the body of the response, or the error.
const PROGRAM: &str = "import ssl, sys, urllib.request as http
context = ssl.create_default_context(cafile=sys.argv[2] if len(sys.argv) > 2 else None)
context.verify_flags |= ssl.VERIFY_X509_STRICT
opener = http.build_opener(http.ProxyHandler({}), http.HTTPSHandler(context=context))
try:
    request = http.Request(sys.argv[1], headers={'X-Api-Token': 'sandbox-read-write-token'})
    print(opener.open(request).read().decode())
except Exception as error:
    reason = getattr(error, 'reason', error)
    print(repr(reason), type(reason).__mro__)";

#[tokio::test(flavor = "multi_thread")]
async fn python_trusts_the_authority_and_faults_work_below_encryption() {
    let sandbox = Sandbox::builder().tls().listen("localhost:0").start().await.unwrap();
    let authority = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(&authority, sandbox.ca_pem().unwrap()).unwrap();
    let url = format!("{}/v2/system/languages?limit=1", sandbox.auth_url());
    let reset = |moment| Some(Misbehavior::Reset(moment));
    for (file, fault, expected) in [
        (Some(authority.path()), None, "Abkhazian"),
        (None, None, "CERTIFICATE_VERIFY_FAILED"),
        (Some(authority.path()), reset(ResetMoment::BeforeBody), "ConnectionReset"),
        (Some(authority.path()), reset(ResetMoment::BeforeEffect), "ConnectionReset"),
        (Some(authority.path()), reset(ResetMoment::AfterEffect), "ConnectionReset"),
        (Some(authority.path()), Some(Misbehavior::CutBody(7)), "IncompleteRead(7 bytes read"),
    ] {
        if let Some(fault) = fault {
            sandbox.add_fault(Fault::new(fault)).unwrap();
        }
        let mut command = Command::new("python3");
        let Ok(ended) = command.args(["-c", PROGRAM, &url]).args(file).output() else {
            eprintln!("NOT tested: there is no python3");
            return;
        };
        let output = String::from_utf8([ended.stdout, ended.stderr].concat()).unwrap();
        assert!(output.contains(expected), "{expected}: {output}");
    }
}
