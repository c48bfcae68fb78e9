/** The pattern for names of elements and attributes. */

// Names as REXML has them, from which kramdown takes its own (rexml/parsers/baseparser.rb: UNAME_STR).
const PART = String.raw`[\p{Alphabetic}_][-\p{Alphabetic}\p{Nd}._]*`

const START = String.raw`:A-Z_a-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\uffff\u{10000}-\u{effff}`

/** Source of an expression (flag `u`) for a name as XML defines it (https://www.w3.org/TR/xml/#NT-Name), but with U+FFFE and U+FFFF. */
export const XML_FULL_NAME = String.raw`[${START}][${START}\-.0-9\u00b7\u0300-\u036f\u203f\u2040]*`

/** Source of an expression (flag `u`) for the name of an element or attribute. */
export const XML_NAME = `${PART}(?::${PART})?`
