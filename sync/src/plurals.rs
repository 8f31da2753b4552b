//! Plural categories of CLDR, and the numbered forms of gettext.
//!
//! `icu_plurals` has the rules: 5 more crates, 2.5 s of a release build, 93 kB. `intl_pluralrules`
//! was rejected: its CLDR is older and has no `many` for a million in Italian.

use std::collections::BTreeSet;

use icu_locale_core::Locale;
use icu_plurals::PluralRuleType::{self, Cardinal, Ordinal};
use icu_plurals::{PluralCategory, PluralRules};

use crate::codes::current_language;
use crate::icu::CATEGORIES;
use crate::text::Text;

/// The maximum length of a formula, so that its levels are few.
const MAX_LENGTH: usize = 500;

/// The number of forms, and the formula, as in the manual of gettext where that has it. A language
/// has the first that gives each of its categories a form of its own.
const FORMULAS: [(usize, &str); 17] = [
    (1, "0"),
    GERMANIC,
    (2, "(n > 1)"),
    (2, "(n%10!=1 || n%100==11)"),
    (2, "(n%10==4 || n%10==6 || n%10==9)"),
    (3, "(n==1 ? 0 : n==2 ? 1 : 2)"),
    (3, "(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2"),
    (3, "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"),
    (3, "(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2)"),
    (3, "(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2)"),
    (3, "n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2"),
    (4, "(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3)"),
    (4, "(n==1 || n==11) ? 0 : (n==2 || n==12) ? 1 : (n>2 && n<20) ? 2 : 3"),
    (5, "(n==1 ? 0 : n==2 ? 1 : n>2 && n<7 ? 2 : n>6 && n<11 ? 3 : 4)"),
    (5, "(n==1 ? 0 : n==2 ? 1 : n==0 || n%100>2 && n%100<11 ? 2 : n%100>10 && n%100<20 ? 3 : 4)"),
    (6, "(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5)"),
    (6, "(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5)"),
];

/// Used if none of the formulas fits, as gettext does for a catalog without one.
const GERMANIC: (usize, &str) = (2, "(n != 1)");

/// Returns the rules of a language, by its code in any spelling. A language that CLDR lacks has
/// `other` only.
fn rules(lang: &str, kind: PluralRuleType) -> Option<PluralRules> {
    let full = lang.replace('_', "-");
    let subtag = lang.split(['-', '_', '@']).next().unwrap_or_default();
    let subtag = current_language(subtag).unwrap_or(subtag);
    // CLDR 49 has `one` in Vietnamese, which no program's files have yet.
    let codes = [current_language(lang).unwrap_or(&full), subtag].into_iter();
    let locale = codes.filter(|_| subtag != "vi").find_map(|code| Locale::try_from_str(code).ok());
    PluralRules::try_new(locale?.into(), kind.into()).ok()
}

/// Returns the category of each of these numbers.
fn categories(
    lang: &str,
    kind: PluralRuleType,
    numbers: impl Iterator<Item = u64>,
) -> Vec<&'static str> {
    let rules = rules(lang, kind);
    let category = |number| rules.as_ref().map_or("other", |it| name(it.category_for(number)));
    numbers.map(category).collect()
}

fn name(category: PluralCategory) -> &'static str {
    CATEGORIES[category as usize]
}

/// Returns the code of a language that CLDR has: `cs` of `cz` and `cs`.
pub(crate) fn language(codes: &[String]) -> &str {
    let known = codes.iter().find(|code| known(code) != ["other"]);
    known.or(codes.first()).map_or("", String::as_str)
}

/// Returns all categories of a language.
pub(crate) fn known(lang: &str) -> Vec<&'static str> {
    rules(lang, Cardinal).map_or(vec!["other"], |rules| rules.categories().map(name).collect())
}

/// Returns the categories that each plural needs: those of the integers up to 200.
pub(crate) fn required(lang: &str) -> Vec<&'static str> {
    let Needed([cardinal, _]) = Needed::new([lang]);
    cardinal
}

/// The categories that plurals need in some languages, of cardinal and of ordinal numbers.
pub(crate) struct Needed([Vec<&'static str>; 2]);

impl Needed {
    pub(crate) fn new<'l>(langs: impl IntoIterator<Item = &'l str> + Clone) -> Self {
        Self([Cardinal, Ordinal].map(|kind| {
            let used = langs.clone().into_iter().flat_map(|lang| categories(lang, kind, 0..=200));
            let used: BTreeSet<_> = used.collect();
            CATEGORIES.into_iter().filter(|name| used.contains(name)).collect()
        }))
    }

    /// Returns those of a plural by its key, which ends in `_ordinal` in i18next for `1st`, `2nd`.
    pub(crate) fn of(&self, key: &str) -> &[&'static str] {
        &self.0[usize::from(key.ends_with("_ordinal"))]
    }
}

/// Returns the categories whose texts need all placeholders: `other`, and those of more than a few
/// integers, as in `msgfmt`.
pub(crate) fn complete(lang: &str) -> Vec<&'static str> {
    let used = categories(lang, Cardinal, 0..=1000);
    let is_complete =
        |name: &&str| *name == "other" || used.iter().filter(|used| used == &name).count() > 5;
    CATEGORIES.into_iter().filter(is_complete).collect()
}

/// Returns the value of `Plural-Forms` in a language.
pub(crate) fn formula(lang: &str) -> String {
    let (used, required) = (categories(lang, Cardinal, 0..=200), required(lang));
    let fits = |(count, formula): &(usize, &str)| {
        let forms = (0..=200).map(|number| evaluate(formula, number));
        let pairs: BTreeSet<_> = forms.zip(&used).collect();
        pairs.len() == *count && required.len() == *count
    };
    let (count, formula) = FORMULAS.into_iter().find(fits).unwrap_or(GERMANIC);
    format!("nplurals={count}; plural={formula};")
}

/// Returns the number of forms, and the formula.
fn split(field: &str) -> Option<(usize, &str)> {
    let (count, rest) = field.split_once("nplurals=")?.1.split_once(';')?;
    let formula = rest.split_once("plural=")?.1;
    let count = count.trim().parse().ok().filter(|count| (1..=10).contains(count))?;
    Some((count, formula.split(';').next().unwrap_or_default()))
}

/// The categories of the numbered forms of a catalog.
#[derive(Debug)]
pub(crate) struct Slots {
    /// The category that most numbers of a form have. A form without numbers has none, unless as
    /// many categories of the language have none: as in Czech, where `many` is for fractions.
    owners: Vec<Option<&'static str>>,
    /// The form of each category.
    forms: Vec<(&'static str, usize)>,
}

impl Slots {
    /// Finds the categories by the value of `Plural-Forms`. `None` if that is not valid.
    pub(crate) fn new(field: &str, lang: &str) -> Option<Self> {
        let (count, formula) = split(field)?;
        let known = known(lang);
        // Romance languages have `many` for millions.
        let numbers = (0..=200).chain((3..=12).map(|power| 10_u64.pow(power)));
        let used = categories(lang, Cardinal, numbers.clone());
        let form = |n| usize::try_from(evaluate(formula, n)?).ok().filter(|form| *form < count);
        let forms = numbers.map(form).collect::<Option<Vec<_>>>()?;
        let shared = |form: usize, name: &str| {
            forms.iter().zip(&used).filter(|pair| *pair == (&form, &name)).count()
        };
        let owner = |form| {
            let most = known.iter().copied().rev().max_by_key(|name| shared(form, name));
            most.filter(|name| shared(form, name) > 0)
        };
        let mut owners: Vec<_> = (0..count).map(owner).collect();
        let unused: Vec<_> = known.iter().copied().filter(|name| !used.contains(name)).collect();
        if owners.iter().filter(|owner| owner.is_none()).count() == unused.len() {
            let mut unused = unused.into_iter();
            owners.iter_mut().for_each(|owner| *owner = owner.or_else(|| unused.next()));
        }
        let form = |name: &&'static str| {
            let rank = |form: &usize| (owners[*form] == Some(*name), shared(*form, name));
            let form = (0..count).rev().max_by_key(rank)?;
            (rank(&form) != (false, 0)).then_some((*name, form))
        };
        let forms = known.iter().filter_map(form).collect();
        Some(Self { owners, forms })
    }

    pub(crate) fn count(&self) -> usize {
        self.owners.len()
    }

    /// Returns the texts of the categories.
    pub(crate) fn read(&self, texts: &[String]) -> Text {
        let text = |form: &usize| texts.get(*form).cloned().unwrap_or_default();
        Text::forms(self.forms.iter().map(|(name, form)| ((*name).to_owned(), text(form))))
    }

    /// Returns the texts of the forms, each by its number. `old` are those before: kept without a
    /// category, and in further forms of a category whose text stays.
    pub(crate) fn write(
        &self,
        forms: &[(String, String)],
        old: &[String],
    ) -> Vec<(String, String)> {
        let text = |(at, owner): (usize, &Option<&str>)| {
            let new = forms.iter().find(|(name, _)| Some(name.as_str()) == *owner);
            let new = new.map_or(String::new(), |(_, text)| text.clone());
            let main = self.forms.iter().find(|(name, _)| Some(*name) == *owner);
            let is_same = main.is_none_or(|(_, main)| old.get(*main) == Some(&new));
            let kept = old.get(at).filter(|text| is_same && !text.is_empty()).cloned();
            (at.to_string(), kept.unwrap_or(new))
        };
        self.owners.iter().enumerate().map(text).collect()
    }

    /// Returns a text as the catalog has it once it is written.
    pub(crate) fn held(&self, text: &Text) -> Text {
        let Text::Forms(forms) = text else { return text.clone() };
        let written = self.write(forms, &[]);
        self.read(&written.into_iter().map(|(_, text)| text).collect::<Vec<_>>())
    }

    /// Returns the categories whose texts the catalog has no form for, other than those that no
    /// integer has.
    pub(crate) fn lost(&self, text: &Text) -> Vec<String> {
        let (Text::Forms(forms), Text::Forms(held)) = (text, self.held(text)) else {
            return Vec::new();
        };
        let is_lost = |form: &&(String, String)| {
            let is_known = self.forms.iter().any(|(name, _)| *name == form.0);
            is_known && !form.1.is_empty() && !held.contains(form)
        };
        forms.iter().filter(is_lost).map(|(name, _)| name.clone()).collect()
    }
}

type Operator = (&'static str, u8, fn(u64, u64) -> u64);

/// Operators of C with their precedence; `<=` is before `<`, which it starts with. Both branches of
/// a choice are evaluated, so that a division by 0 has a value.
const OPERATORS: [Operator; 13] = [
    ("||", 0, |left, right| u64::from(left != 0 || right != 0)),
    ("&&", 1, |left, right| u64::from(left != 0 && right != 0)),
    ("==", 2, |left, right| u64::from(left == right)),
    ("!=", 2, |left, right| u64::from(left != right)),
    ("<=", 3, |left, right| u64::from(left <= right)),
    (">=", 3, |left, right| u64::from(left >= right)),
    ("<", 3, |left, right| u64::from(left < right)),
    (">", 3, |left, right| u64::from(left > right)),
    ("+", 4, u64::wrapping_add),
    ("-", 4, u64::wrapping_sub),
    ("*", 5, u64::wrapping_mul),
    ("/", 5, |left, right| left.checked_div(right).unwrap_or(0)),
    ("%", 5, |left, right| left.checked_rem(right).unwrap_or(0)),
];

/// Returns the value of a formula; `None` if it is not valid.
fn evaluate(formula: &str, n: u64) -> Option<u64> {
    let rest = Some(formula.trim()).filter(|it| it.len() <= MAX_LENGTH)?;
    let mut formula = Formula { rest, n };
    let value = formula.choice()?;
    formula.rest.is_empty().then_some(value)
}

/// A formula from the next sign on.
struct Formula<'f> {
    rest: &'f str,
    n: u64,
}

impl Formula<'_> {
    fn eat(&mut self, sign: &str) -> bool {
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.map_or(self.rest, str::trim_start);
        rest.is_some()
    }

    fn choice(&mut self) -> Option<u64> {
        let condition = self.binary(0)?;
        if !self.eat("?") {
            return Some(condition);
        }
        let yes = self.choice()?;
        let no = self.eat(":").then(|| self.choice())??;
        Some(if condition == 0 { no } else { yes })
    }

    fn binary(&mut self, least: u8) -> Option<u64> {
        let mut left = self.unary()?;
        let is_next =
            |rest: &str, (sign, level, _): &Operator| *level >= least && rest.starts_with(sign);
        while let Some((sign, level, apply)) = OPERATORS.iter().find(|it| is_next(self.rest, it)) {
            self.eat(sign);
            left = apply(left, self.binary(level + 1)?);
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<u64> {
        if self.eat("!") {
            return Some(u64::from(self.unary()? == 0));
        } else if self.eat("(") {
            let value = self.choice()?;
            return self.eat(")").then_some(value);
        } else if self.eat("n") {
            return Some(self.n);
        }
        let end = self.rest.find(|letter: char| !letter.is_ascii_digit());
        let digits = &self.rest[..end.unwrap_or(self.rest.len())];
        self.eat(digits);
        digits.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads `one=a other=b`.
    fn forms(pairs: &str) -> Vec<(String, String)> {
        let pairs = pairs.split(' ').filter_map(|pair| pair.split_once('='));
        pairs.map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
    }

    #[test]
    fn formulas_are_evaluated_as_in_c() {
        for (formula, n, value) in [
            ("n != 1", 1, 0),
            ("n?n-1*2:7", 3, 1),
            ("(n%10==1 && n%100!=11)||!n", 21, 1),
            ("n>1 ? n>2 ? 3 : 2 : n", 2, 2),
            ("1 ? 0 : n ? 5 : 6", 0, 0),
            ("1+2*3-4/2%2 >= n<2", 9, 1),
            ("n - 1", 0, u64::MAX),
            ("n ? 10 / n : 0", 0, 0),
        ] {
            assert_eq!(evaluate(formula, n), Some(value), "{formula}");
        }
        let deep = ["(", "!", "n?", "n?1:"].map(|it| it.repeat(100_000) + "1");
        let invalid = ["", "n n", "n +", "-n", "(n", "n ? 1", "x", "99999999999999999999"];
        for formula in deep.iter().map(String::as_str).chain(invalid) {
            assert_eq!(evaluate(formula, 1), None);
        }
    }

    #[test]
    fn a_language_requires_the_categories_of_its_integers() {
        for (lang, names) in [
            ("ru", "one few many"),
            ("pl_PL", "one few many"),
            ("fr-CA", "one other"),
            ("zh_Hans", "other"),
            ("sr@latin", "one few other"),
            ("iw", "one two other"),
            ("xx_unknown_code", "other"),
        ] {
            assert_eq!(required(lang).join(" "), names, "{lang}");
        }
        assert_eq!(Needed::new(["en", "ru"]).of("n_ordinal"), ["one", "two", "few", "other"]);
        assert_eq!(["pl", "fr"].map(complete), [vec!["few", "many", "other"], vec!["other"]]);
        assert_eq!(language(&["cz", "cs", "de"].map(str::to_owned)), "cs");
        assert_eq!(language(&["ja", "jp"].map(str::to_owned)), "ja");
        assert_eq!(known("it"), ["one", "many", "other"]);
        assert_eq!(known("pl"), ["one", "few", "many", "other"]);
    }

    #[test]
    fn the_formulas_of_languages_hold_their_categories() {
        let langs = "ar be bs cs cy de dsb en es fa fi fil fr ga gd he hi hr hsb id is it ja ko lt \
            lv mk mt pl pt pt_PT ro ru se sk sl sr tr uk vi zh_TW";
        for lang in langs.split(' ') {
            let slots = Slots::new(&formula(lang), lang).unwrap();
            let text = Text::forms(required(lang).iter().map(|it| ((*it).into(), (*it).into())));
            assert_eq!(slots.lost(&text), [""; 0], "{lang}");
        }
        assert_eq!(formula("pt"), "nplurals=2; plural=(n > 1);");
    }

    #[test]
    fn forms_belong_to_the_category_of_most_of_their_numbers() {
        let czech =
            "nplurals=4; plural=(n == 1) ? 0 : (n >= 2 && n <= 4) ? 1: (n % 1 != 0) ? 2 : 3;";
        let all = "one=a few=b many=c other=d";
        let [two, three] = ["en", "cs"].map(formula);
        for (field, lang, new, held, lost) in [
            (czech, "cs", all, all, ""),
            (&*three, "cs", all, "one=a few=b other=d", ""),
            (&two, "it", "one=a many=b other=b", "one=a many=b other=b", ""),
            (&two, "it", all, "one=a many=d other=d", "many"),
            (&two, "pl", all, "one=a few=c many=c", "few"),
        ] {
            let (slots, new) = (Slots::new(field, lang).unwrap(), Text::Forms(forms(new)));
            assert_eq!(slots.held(&new), Text::Forms(forms(held)), "{lang}");
            assert_eq!(slots.lost(&new).join(" "), lost, "{lang}");
        }
        for invalid in ["", "nplurals=2; plural=n", "nplurals=0; plural=0", "nplurals=2; plural=(n"]
        {
            assert!(Slots::new(invalid, "de").is_none(), "{invalid}");
        }
    }

    #[test]
    fn forms_without_a_category_of_their_own_are_kept() {
        let hebrew = "nplurals=4; plural=(n == 1 && n % 1 == 0) ? 0 : (n == 2 && n % 1 == 0) ? 1: \
            (n % 10 == 0 && n % 1 == 0 && n > 10) ? 2 : 3;";
        let old = ["a", "b", "c", "d"].map(str::to_owned);
        let slots = Slots::new(hebrew, "he").unwrap();
        assert_eq!(slots.read(&old), Text::Forms(forms("one=a two=b other=d")));
        let unused = "nplurals=4; plural=(n != 1);";
        for (field, lang, new, written) in [
            (hebrew, "he", "one=x two=b other=d", "x b c d"),
            (hebrew, "he", "one=a two=b other=y", "a b y y"),
            (unused, "de", "one=x other=y", "x y c d"),
        ] {
            let new = Slots::new(field, lang).unwrap().write(&forms(new), &old);
            let new: Vec<_> = new.into_iter().map(|(_, text)| text).collect();
            assert_eq!(new.join(" "), written);
        }
    }
}
