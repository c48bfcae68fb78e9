/** Offers to lead visitors of texts that are deleted to another page, where their pages are live. */

import { useState } from 'react'
import { redirectChange, redirectedUrls, useLinkCheck } from '../api/link-check.js'
import { sinceLive, useUnpublished } from '../api/pending.js'
import type { FoundText } from '../api/search.js'
import type { Entry, Site } from '../api/types.js'
import { SET } from '../api/view.js'
import { isBuilt } from '../app/open-preview.js'
import { TextSearch } from '../fields/text-search.js'
import { timeOf } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Icon } from '../ui/icons.js'
import { Name } from '../ui/name.js'
import { redirectText } from './redirect-texts.js'

/** For more, somebody writes them into a file. */
const MAX_REDIRECTED = 100

/** Whether the live site has the page of a text. */
export function isLive(entry: Entry, since: string | null): boolean {
  return since !== null && isBuilt(entry) && timeOf(entry.created_at) < timeOf(since)
}

/**
 * The offer for texts that are about to be deleted, in the window that asks for it. What would be gone is asked when the
 * window opens, and only of those who publish; in a change set, nothing is offered.
 */
export function useRedirectOffer(site: Site, texts: readonly Entry[], isOpen: boolean) {
  const [target, setTarget] = useState<FoundText | null>(null)
  if (!isOpen && target !== null) setTarget(null)
  const since = sinceLive(site, useUnpublished(site))
  const live = SET === null ? texts.filter((text) => isLive(text, since)) : []
  const isAsked = isOpen && live.length > 0 && live.length <= MAX_REDIRECTED
  const { data: check, isLoading } = useLinkCheck(site, isAsked)
  const offer = isAsked && check?.redirects && (
    <Offer
      {...{ site, texts, target }}
      lead={
        live.length === 1
          ? redirectText('one', { url: live[0]?.url ?? '' })
          : redirectText('several', { count: live.length })
      }
      onTarget={setTarget}
    />
  )
  return {
    offer,
    /** While it is, the window must not be confirmed: the offer would come under the pointer. */
    isLoading: isAsked && isLoading,
    /** The change that makes the redirects, to be made with the deletion; null for none. @throws ApiError */
    change: async () =>
      target && check ? redirectChange(target, redirectedUrls(live, check)) : null,
  }
}

interface OfferProps {
  readonly site: Site
  readonly texts: readonly Entry[]
  readonly lead: string
  readonly target: FoundText | null
  readonly onTarget: (text: FoundText | null) => void
}

function Offer({ site, texts, lead, target, onTarget }: OfferProps) {
  const deleted = new Set(texts.map(({ id }) => id))
  return (
    <div className="stack">
      <p className="soft">{lead}</p>
      {target === null ? (
        <TextSearch
          site={site}
          label={redirectText('search')}
          begin={redirectText('begin')}
          autoFocus={false}
          isOffered={(text) => isBuilt(text) && !deleted.has(text.id)}
          onText={onTarget}
        />
      ) : (
        <div className="link-target">
          <Icon name="page" />
          <span className="grow stack-small">
            <span className="faint">{redirectText('to')}</span>
            <Name text={target.title || target.basename} />
            <span className="faint" dir="ltr">
              {target.url}
            </span>
          </span>
          <Button onPress={() => onTarget(null)}>{redirectText('change')}</Button>
        </div>
      )}
    </div>
  )
}
