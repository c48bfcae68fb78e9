/** The connection test for hosting and sync, the check of what a host has, and the webhook for the git host. */

import { useState } from 'react'
import { call, type Reply } from '../api/client.js'
import { useSiteJobs } from '../app/jobs.js'
import type { Site } from '../api/types.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { CodeLine } from '../ui/code-line.js'
import { Confirm } from '../ui/dialog.js'
import { useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { ServerMessage } from '../ui/server-message.js'
import { showToast } from '../ui/toast.js'

interface TestProps {
  readonly site: Site
  readonly kind: 'hosting' | 'sync'
  /** What the form says, saved or not. */
  readonly form: { readonly name: string; readonly given: Readonly<Record<string, string>> }
}

const OPERATIONS = { hosting: 'testHosting', sync: 'testSync' } as const

/** Tests what is in the form, before it is saved, and shows the result until something else is in it. */
export function ConnectionTest({ site, kind, form }: TestProps) {
  const [result, setResult] = useState<(Reply<'testHosting'> & { of: string }) | null>(null)
  const body = { [kind]: form.name, [`${kind}_options`]: form.given }
  const of = JSON.stringify(body)
  const { isBusy, error, send } = useSending(async () => {
    setResult(null)
    const path = { site_id: site.id }
    setResult({ ...(await call(OPERATIONS[kind], { path, body })), of })
  })
  return (
    <div className="stack">
      <div className="row">
        <Button icon="link" busy={isBusy} onPress={() => void send()}>
          {t('connection.test')}
        </Button>
      </div>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      {result?.of === of && (
        <Notice tone={result.ok ? 'good' : 'bad'}>
          <strong>{t(result.ok ? 'connection.good' : 'connection.bad')}</strong>
          <ServerMessage text={result.found} />
        </Notice>
      )}
    </div>
  )
}

/** Compares what is live with what the host has; the job says what it found. */
export function HostCheck() {
  const { site, follow } = useSiteJobs()
  const { isBusy, error, send } = useSending(async () => {
    const { job_id } = await call('checkHosting', { path: { site_id: site.id } })
    if (await follow('publish', job_id)) showToast('good', t('host-check.done'))
  })
  return (
    <div className="stack-small">
      <p className="faint">{t('host-check.text')}</p>
      <div className="row">
        <Button icon="check" busy={isBusy} onPress={() => void send()}>
          {t('host-check')}
        </Button>
      </div>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
    </div>
  )
}

/** The URL and the secret of the webhook, shown on demand. */
export function SyncHook({ site }: { site: Site }) {
  const [hook, setHook] = useState<Reply<'getSyncHook'> | null>(null)
  const [isAsking, setAsking] = useState(false)
  const path = { site_id: site.id }
  const showing = useSending(async () => setHook(await call('getSyncHook', { path })))
  const rotating = useSending(async () => {
    setHook(await call('rotateSyncHook', { path }))
    setAsking(false)
  })
  return (
    <section className="stack-small hook">
      <h3>{t('hook.title')}</h3>
      <p className="faint">{t('hook.text')}</p>
      {showing.error !== null && <Notice tone="bad">{messageOf(showing.error)}</Notice>}
      {hook === null ? (
        <div className="row">
          <Button icon="eye" busy={showing.isBusy} onPress={() => void showing.send()}>
            {t('hook.show')}
          </Button>
        </div>
      ) : (
        <>
          <CodeLine label={t('hook.address')} copy={t('hook.copy-address')} text={hook.url} />
          <CodeLine label={t('hook.secret')} copy={t('hook.copy-secret')} text={hook.secret} />
          <div className="row">
            <Button icon="key" onPress={() => setAsking(true)}>
              {t('hook.rotate')}
            </Button>
          </div>
        </>
      )}
      <Confirm
        title={t('hook.rotate')}
        action={t('hook.rotate')}
        isOpen={isAsking}
        isBusy={rotating.isBusy}
        onClose={() => setAsking(false)}
        onConfirm={() => void rotating.send()}
      >
        <p>{t('hook.rotate.text')}</p>
        {rotating.error !== null && <Notice tone="bad">{messageOf(rotating.error)}</Notice>}
      </Confirm>
    </section>
  )
}
