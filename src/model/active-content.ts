/** Files that do something where they are opened: a page's scripts, or programs on a host that runs them. */

import mime from 'mime-types'

/** Browsers run what is in them, or what they ask for with the rights of the site. */
const IN_BROWSERS =
  'html htm xhtml xht shtml shtm mht mhtml hta htc svg svgz xml xsl xslt rdf rss atom mathml ' +
  'js mjs cjs wasm swf jar'

/** Hosts that sites are deployed to run these, or do as they say. */
const ON_HOSTS =
  'php php3 php4 php5 php7 php8 phps pht phtml phar inc cgi fcgi pl py rb lua asp aspx ashx asmx ' +
  'asa cer config jsp jspx cfm htaccess htpasswd ini stm'

/**
 * Types in which browsers run scripts. XML of any kind is one: an element of XHTML in it is a part of a page.
 *
 * @see https://mimesniff.spec.whatwg.org/#scriptable-mime-type
 */
const SCRIPTABLE =
  /^(?:text|application)\/xml$|\+xml$|^text\/html$|^(?:text|application)\/(?:java|ecma)script$/

const ACTIVE: ReadonlySet<string> = new Set(`${IN_BROWSERS} ${ON_HOSTS}`.split(' '))

/**
 * Whether a name says that a file can do something by itself. Each of its endings counts, since hosts
 * read `a.php.jpg` as they like.
 */
export function isActiveContent(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return name
    .split('.')
    .slice(1)
    .some(
      (ending) => ACTIVE.has(ending.trim()) || SCRIPTABLE.test(mime.lookup(ending.trim()) || ''),
    )
}
