/** What the sync waits for an administrator to decide, and the files that are there twice. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Reply } from '../api/client.js'
import { keys } from '../api/queries.js'
import type { Site } from '../api/types.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Confirm } from '../ui/dialog.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'

type Status = Reply<'getSync'>
type Settling = { choice: 'theirs' | 'copy' | 'ours' } | { branch: string }

/** Nothing while the sync is in order. */
export function SyncState({ site }: { site: Site }) {
  const { data } = useQuery({
    // The last job is part of the key: each may change what there is to decide.
    queryKey: [...keys.site(site.id), 'sync', site.jobs.sync.last_id],
    queryFn: ({ signal }) => call('getSync', { path: { site_id: site.id }, signal }),
  })
  if (data === undefined) return null
  const isWaiting = data.state === 'rewritten' || data.state === 'gone'
  return (
    <>
      {isWaiting && <Decision site={site} status={data} />}
      {data.conflicts.length > 0 && (
        <Notice tone="warn">
          <strong>{t('sync.conflicts')}</strong>
          <ul>
            {data.conflicts.map(({ path, kept_at }) => (
              <li key={kept_at} dir="auto">
                {t('sync.conflict', { path, copy: kept_at })}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {data.kept.length > 0 && <Kept site={site} paths={data.kept} />}
    </>
  )
}

function Kept({ site, paths }: { site: Site; paths: readonly string[] }) {
  return (
    <Notice tone="warn">
      <strong>{t('sync.kept')}</strong>
      <ul>
        {paths.map((path) => (
          <KeptFile key={path} site={site} path={path} />
        ))}
      </ul>
    </Notice>
  )
}

function KeptFile({ site, path }: { site: Site; path: string }) {
  const cache = useQueryClient()
  const { isBusy, error, send } = useSending(async () => {
    await call('resolveSync', { path: { site_id: site.id }, body: { keep: path } })
    await cache.invalidateQueries({ queryKey: keys.site(site.id) })
  })
  return (
    <li>
      <span className="row">
        <span dir="auto">{path}</span>
        <Button busy={isBusy} onPress={() => void send()}>
          {t('sync.stays')}
        </Button>
      </span>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
    </li>
  )
}

function Decision({ site, status }: { site: Site; status: Status }) {
  const cache = useQueryClient()
  const [asked, setAsked] = useState<Settling | null>(null)
  const settling = useSending(async () => {
    if (asked === null) return
    await call('resolveSync', { path: { site_id: site.id }, body: asked })
    setAsked(null)
    await cache.invalidateQueries({ queryKey: keys.site(site.id) })
  })
  const isGone = status.state === 'gone'
  const branch = status.branch ?? ''
  const choices = isGone ? (['ours'] as const) : (['theirs', 'copy', 'ours'] as const)
  const action = asked === null ? '' : labelOf(asked)
  return (
    <Notice tone="bad">
      <strong>{t(isGone ? 'sync.gone' : 'sync.rewritten', { branch })}</strong>
      <p>{t('sync.waits')}</p>
      <div className="row">
        {status.branches.map((name) => (
          <Button key={name} onPress={() => setAsked({ branch: name })}>
            {labelOf({ branch: name })}
          </Button>
        ))}
        {choices.map((choice) => (
          <Button key={choice} onPress={() => setAsked({ choice })}>
            {labelOf({ choice })}
          </Button>
        ))}
      </div>
      <Confirm
        title={action}
        action={action}
        isOpen={asked !== null}
        isBusy={settling.isBusy}
        onClose={() => setAsked(null)}
        onConfirm={() => void settling.send()}
      >
        <p>{asked !== null && effectOf(asked)}</p>
        {settling.error !== null && <Notice tone="bad">{messageOf(settling.error)}</Notice>}
      </Confirm>
    </Notice>
  )
}

function labelOf(settling: Settling): string {
  if ('branch' in settling) return t('sync.branch', { branch: settling.branch })
  return t(`sync.${settling.choice}`)
}

function effectOf(settling: Settling): string {
  return 'branch' in settling ? t('sync.branch.text') : t(`sync.${settling.choice}.text`)
}
