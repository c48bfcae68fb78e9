/** The window with the links that show a preview to people without an account. */

import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../api/client.js'
import { keys } from '../api/queries.js'
import type { Entry, Site } from '../api/types.js'
import { agoText, dateText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { CodeLine } from '../ui/code-line.js'
import { Confirm, Window } from '../ui/dialog.js'
import { Select } from '../ui/field.js'
import { useSending } from '../ui/form.js'
import { Name } from '../ui/name.js'
import { Notice } from '../ui/notice.js'
import { showToast } from '../ui/toast.js'
import { shareText } from './share-texts.js'

type Share = Reply<'listShares'>[number]

const DAYS = ['1', '7', '30', '90'] as const

interface ShareProps {
  readonly site: Site
  /** The text that is open; else only the whole site can be shared. */
  readonly entry: Pick<Entry, 'id' | 'title'> | null
  readonly onClose: () => void
}

const keyOf = (siteId: string) => [...keys.site(siteId), 'shares']

export function ShareWindow({ site, entry, onClose }: ShareProps) {
  const [made, setMade] = useState<string | null>(null)
  const [revoked, setRevoked] = useState<Share | null>(null)
  return (
    <Window title={shareText('title')} isOpen onClose={onClose}>
      <p className="soft">{shareText('lead')}</p>
      <NewShare site={site} entry={entry} onMade={setMade} />
      {made !== null && (
        <>
          <Notice tone="warn">{shareText('made')}</Notice>
          <CodeLine label={shareText('link')} copy={shareText('copy')} text={made} />
        </>
      )}
      <ShareList site={site} onRevoke={setRevoked} />
      <div className="row-end">
        <Button onPress={onClose}>{t('close')}</Button>
      </div>
      {revoked && <Revoke share={revoked} onClose={() => setRevoked(null)} />}
    </Window>
  )
}

type NewProps = Pick<ShareProps, 'site' | 'entry'> & { readonly onMade: (url: string) => void }

function NewShare({ site, entry, onMade }: NewProps) {
  const cache = useQueryClient()
  const choices = [
    ...(entry ? [{ id: entry.id, label: entry.title }] : []),
    // What publishers may do, writers may not.
    ...(site.can.publish ? [{ id: 'site', label: shareText('site') }] : []),
  ]
  const [what, setWhat] = useState(choices[0]?.id ?? 'site')
  const [days, setDays] = useState('7')
  const { isBusy, error, onSubmit } = useSending(async () => {
    const body = { entry_id: what === 'site' ? null : what, expires_in_days: Number(days) }
    const { url } = await call('createShare', { path: { site_id: site.id }, body })
    onMade(url)
    await cache.invalidateQueries({ queryKey: keyOf(site.id) })
  })
  if (choices.length === 0) return null
  return (
    <form className="stack" onSubmit={onSubmit}>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <Select
        label={shareText('what')}
        choices={choices}
        value={what}
        onChange={setWhat}
        isDisabled={choices.length === 1}
      />
      <div className="row share-new">
        <Select
          label={shareText('days')}
          choices={DAYS.map((id) => ({ id, label: shareText(`days.${id}`) }))}
          value={days}
          onChange={setDays}
        />
        <Button type="submit" look="primary" icon="link" busy={isBusy}>
          {shareText('make')}
        </Button>
      </div>
    </form>
  )
}

interface ListProps {
  readonly site: Site
  readonly onRevoke: (share: Share) => void
}

function ShareList({ site, onRevoke }: ListProps) {
  const { data, error } = useQuery({
    queryKey: keyOf(site.id),
    queryFn: ({ signal }) => call('listShares', { path: { site_id: site.id }, signal }),
  })
  if (error) return <Notice tone="bad">{messageOf(error)}</Notice>
  if (!data || data.length === 0) return null
  return (
    <>
      <h3 className="label">{shareText('list')}</h3>
      <ul className="lines" aria-label={shareText('list')}>
        {data.map((share) => (
          <ShareLine key={share.id} {...{ share, onRevoke }} />
        ))}
      </ul>
    </>
  )
}

interface LineProps {
  readonly share: Share
  readonly onRevoke: (share: Share) => void
}

function ShareLine({ share, onRevoke }: LineProps) {
  const { user_name: name } = share
  const by = shareText('by', { name })
  const until = shareText('until', { date: dateText(share.expires_at) })
  const used =
    share.last_used_at === null
      ? shareText('unused')
      : shareText('used', { ago: agoText(share.last_used_at) })
  const title = titleOf(share)
  return (
    <li>
      <span className="grow stack-small">
        <Name className="cut" text={title} />
        <span className="faint">{[by, until, used].join(' · ')}</span>
      </span>
      <Button
        aria-label={shareText('revoke.label', { title, name })}
        onPress={() => onRevoke(share)}
      >
        {shareText('revoke')}
      </Button>
    </li>
  )
}

function titleOf({ entry_id, title }: Share): string {
  return entry_id === null ? shareText('site') : (title ?? shareText('gone'))
}

function Revoke({ share, onClose }: { readonly share: Share; readonly onClose: () => void }) {
  const cache = useQueryClient()
  const { isBusy, error, send } = useSending(async () => {
    const path = { site_id: share.site_id, share_id: share.id }
    await call('revokeShare', { path })
    await cache.invalidateQueries({ queryKey: keyOf(share.site_id) })
    showToast('good', shareText('revoked'))
    onClose()
  })
  return (
    <Confirm
      title={shareText('revoke.title', { title: titleOf(share) })}
      action={shareText('revoke')}
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <p>{shareText('revoke.text')}</p>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
    </Confirm>
  )
}
