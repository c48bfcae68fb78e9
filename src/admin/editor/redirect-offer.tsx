/** Offers to lead visitors of texts that are deleted or hidden to another page, where their pages are live. */

import { useCallback, useState } from 'react'
import type { Change } from '../api/entries.js'
import { redirectChange, redirectedUrls, useLinkCheck } from '../api/link-check.js'
import { sinceLive, useUnpublished } from '../api/pending.js'
import type { FoundText } from '../api/search.js'
import type { Entry, Site } from '../api/types.js'
import { SET } from '../api/view.js'
import { isBuilt } from '../app/open-preview.js'
import { TextSearch } from '../fields/text-search.js'
import { t, timeOf } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Confirm } from '../ui/dialog.js'
import { Icon } from '../ui/icons.js'
import { Name } from '../ui/name.js'
import { redirectText } from './redirect-texts.js'

/** For more, somebody writes them into a file. */
const MAX_REDIRECTED = 100

/** Whether the live site has the page of a text. */
export function isLive(entry: Entry, since: string | null): boolean {
  return since !== null && isBuilt(entry) && timeOf(entry.created_at) < timeOf(since)
}

/** Tells whether hiding a text takes its page from the live site; not in a change set, which changes nothing there. */
export function useIsLive(site: Site): (entry: Entry) => boolean {
  const since = sinceLive(site, useUnpublished(site))
  return useCallback((entry) => SET === null && isLive(entry, since), [since])
}

/**
 * The offer for texts that are about to be deleted or hidden, in the window that asks for it. What would be gone is asked when the
 * window opens, and only of those who publish; in a change set, nothing is offered.
 */
export function useRedirectOffer(site: Site, texts: readonly Entry[], isOpen: boolean) {
  const [target, setTarget] = useState<FoundText | null>(null)
  if (!isOpen && target !== null) setTarget(null)
  const live = texts.filter(useIsLive(site))
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
    /** The change that makes the redirects, to be made in the same commit; null for none. @throws ApiError */
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

/** Makes the change that leads visitors elsewhere; null for none. @throws ApiError */
export type MakeRedirect = () => Promise<Change | null>

interface HideProps {
  readonly site: Site
  readonly texts: readonly Entry[]
  readonly isOpen: boolean
  readonly isBusy?: boolean
  readonly onClose: () => void
  readonly onHide: (redirect: MakeRedirect) => void
}

/** The question before texts are hidden whose pages are live. */
export function HideQuestion({ site, texts, isOpen, isBusy = false, onClose, onHide }: HideProps) {
  const { offer, isLoading, change } = useRedirectOffer(site, texts, isOpen)
  const [first] = texts
  const title =
    texts.length === 1 && first
      ? redirectText('hide.one', { title: first.title || first.basename })
      : redirectText('hide.several', { count: texts.length })
  return (
    <Confirm
      title={title}
      action={t('entries.hide')}
      look="primary"
      isOpen={isOpen}
      isBusy={isBusy || isLoading}
      choice={offer}
      onClose={onClose}
      onConfirm={() => onHide(change)}
    >
      {redirectText('hide.text')}
    </Confirm>
  )
}
