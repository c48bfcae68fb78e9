import { words, type Grammar } from '../grammar.js'
import { oneOf } from '../pattern.js'
import { APACHE_WORDS } from '../words/apache.js'

const directives = words(
  '',
  { nc: APACHE_WORDS.directives, ss: APACHE_WORDS.values },
  { ignoreCase: true },
)
const values = words('', { ss: APACHE_WORDS.values }, { ignoreCase: true })
const SECTIONS = `AuthnProviderAlias AuthzProviderAlias Directory DirectoryMatch Else ElseIf Files
  FilesMatch If IfDefine IfModule IfVersion Limit LimitExcept Location LocationMatch Macro Proxy
  ProxyMatch RequireAll RequireAny RequireNone VirtualHost`

/** Configuration of Apache's httpd. */
export const apache: Grammar = {
  states: {
    root: [
      [/#.*$/, 'c'],
      [/\s+/, ''],
      [new RegExp(`(<\\/?)(${oneOf(SECTIONS)})\\b`, 'i'), ['p', 'nl'], 'section'],
      [/<\/?(?=\w)/, 'p', 'section'],
      [/\w+/, directives, 'directive'],
    ],
    section: [
      [/>\n?/, 'p', '#pop'],
      [/(\w+)(?=>)/, ''],
      [/[^>]+/, 'sr'],
    ],
    directive: [
      [/\n/, '', '#pop'],
      [/[ \t\r]+/, ''],
      [/#.*$/, 'c'],
      [/\S+/, values],
    ],
  },
}
