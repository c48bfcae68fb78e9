/** Files whose content can run: scripts in a browser, or programs on a host. */

import mime from 'mime-types'

/** Browsers run scripts in these files, or scripts that they load, with the rights of the site. */
const IN_BROWSERS =
  'html htm xhtml xht shtml shtm mht mhtml hta htc svg svgz xml xsl xslt rdf rss atom mathml ' +
  'js mjs cjs wasm swf jar'

/** Hosts run these files, or read them as configuration. */
const ON_HOSTS =
  'php php3 php4 php5 php7 php8 phps pht phtml phar inc cgi fcgi pl py rb lua asp aspx ashx asmx ' +
  'asa cer config jsp jspx cfm htaccess htpasswd ini stm'

/**
 * Media types in which browsers run scripts. Any XML is one, because it can contain XHTML.
 *
 * @see https://mimesniff.spec.whatwg.org/#scriptable-mime-type
 */
const SCRIPTABLE =
  /^(?:text|application)\/xml$|\+xml$|^text\/html$|^(?:text|application)\/(?:java|ecma)script$/

const ACTIVE: ReadonlySet<string> = new Set(`${IN_BROWSERS} ${ON_HOSTS}`.split(' '))

/** True if a file can have content that runs, by its name. Each extension counts: some hosts run `a.php.jpg`. */
export function isActiveContent(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase()
  return name
    .split('.')
    .slice(1)
    .some(
      (ending) => ACTIVE.has(ending.trim()) || SCRIPTABLE.test(mime.lookup(ending.trim()) || ''),
    )
}
