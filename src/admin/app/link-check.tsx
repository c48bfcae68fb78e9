/** What a publish would do to addresses and links, below what goes live. It never holds the publish up. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import {
  redirect,
  useLinkCheck,
  type BrokenLink,
  type GoneAddress,
  type LinkCheck,
} from '../api/link-check.js'
import { keys, refreshContent } from '../api/queries.js'
import type { Site } from '../api/types.js'
import { messageOf } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Name, PathName } from '../ui/name.js'
import { showToast } from '../ui/toast.js'
import { linkText } from './link-texts.js'
import { Link } from './router.js'

interface LinksProps {
  readonly site: Site
  /** Called when a link to a text is followed. */
  readonly onClose: () => void
}

/** Nothing while it is unknown, and if nothing breaks: what goes live is what the window is for. */
export function Links({ site, onClose }: LinksProps) {
  const { data } = useLinkCheck(site)
  if (!data) return null
  const { gone, broken, complete } = data
  return (
    <>
      {gone.length > 0 && <Gone site={site} check={data} />}
      {broken.length > 0 && (
        <section className="stack-small" aria-labelledby="links-broken">
          <h3 id="links-broken">{linkText('broken')}</h3>
          <ul className="pending" tabIndex={0} aria-labelledby="links-broken">
            {broken.map((link) => (
              <Broken key={`${link.path} ${link.url}`} {...{ site, link, onClose }} />
            ))}
          </ul>
        </section>
      )}
      {!complete && <p className="faint">{linkText('more')}</p>}
    </>
  )
}

function Gone({ site, check }: { readonly site: Site; readonly check: LinkCheck }) {
  const { gone, redirects } = check
  const canBeKept = gone.some(({ moved_to }) => moved_to !== null)
  return (
    <section className="stack-small" aria-labelledby="links-gone">
      <h3 id="links-gone">{linkText('gone')}</h3>
      <p className="soft">{linkText('gone.lead')}</p>
      <ul className="pending" tabIndex={0} aria-labelledby="links-gone">
        {gone.map((address) => (
          <Address key={address.url} {...{ site, address, redirects }} />
        ))}
      </ul>
      {!redirects && canBeKept && <p className="faint">{linkText('redirect.how')}</p>}
    </section>
  )
}

interface AddressProps {
  readonly site: Site
  readonly address: GoneAddress
  readonly redirects: boolean
}

function Address({ site, address, redirects }: AddressProps) {
  const { url, moved_to: to } = address
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const lead = async (text: NonNullable<typeof to>) => {
    setBusy(true)
    try {
      await redirect(url, text)
      await cache.invalidateQueries({ queryKey: keys.entry(text.id) })
      await refreshContent(cache, site.id)
      showToast('good', linkText('redirected', { url: shownAddress(url), title: text.title }))
    } catch (error) {
      showToast('bad', messageOf(error))
      setBusy(false)
    }
  }
  return (
    <li>
      <span className="grow stack-small">
        <PathName text={shownAddress(url)} />
        <span className="faint">
          {to ? linkText('moved', { url: shownAddress(to.url) }) : linkText('deleted')}
        </span>
      </span>
      {to && redirects && (
        <Button
          busy={isBusy}
          aria-label={linkText('redirect.label', { url: shownAddress(url), title: to.title })}
          onPress={() => void lead(to)}
        >
          {linkText('redirect')}
        </Button>
      )}
    </li>
  )
}

interface BrokenProps extends LinksProps {
  readonly link: BrokenLink
}

function Broken({ site, link: { url, type, id, title, path }, onClose }: BrokenProps) {
  return (
    <li>
      <span className="grow stack-small">
        {id === null ? (
          <PathName text={path} />
        ) : (
          <span onClick={onClose} role="presentation">
            <Link to={`/sites/${site.id}/${type}s/${id}`}>
              <Name text={title || path} />
            </Link>
          </span>
        )}
        <span className="faint">{linkText('broken.to', { url: shownAddress(url) })}</span>
      </span>
    </li>
  )
}

/** An address as people write it. */
function shownAddress(url: string): string {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}
