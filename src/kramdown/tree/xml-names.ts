/** The pattern for names of elements and attributes. */

// Names as REXML has them, from which kramdown takes its own (rexml/parsers/baseparser.rb: UNAME_STR).
const PART = String.raw`[\p{Alphabetic}_][-\p{Alphabetic}\p{Nd}._]*`

/** Source of an expression (flag `u`) for the name of an element or attribute. */
export const XML_NAME = `${PART}(?::${PART})?`
