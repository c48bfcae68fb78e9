/** Replaces words in all texts of a site, as one commit, after showing what changes. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/client.js'
import { refreshContent } from '../api/queries.js'
import { replaced, type Hit, type Wanted } from '../api/replacing.js'
import { changeBodies, MAX_TEXTS, textsWith } from '../api/texts-with.js'
import type { FullEntry } from '../api/types.js'
import { useSiteJobs } from '../app/jobs.js'
import { Link, useParameter } from '../app/router.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Checkbox, Switch } from '../ui/field.js'
import { Field } from '../ui/text-field.js'
import { useSending } from '../ui/form.js'
import { Name } from '../ui/name.js'
import { Notice } from '../ui/notice.js'
import { Card, Empty, Screen } from '../ui/page.js'
import { showToast } from '../ui/toast.js'

/** A text with what would be in place of its body. */
interface Planned {
  readonly text: FullEntry
  readonly body: string
  readonly hits: readonly Hit[]
}

interface Plan {
  readonly wanted: Wanted
  readonly texts: readonly Planned[]
  /** Whether there are more texts with the words than are looked at. */
  readonly isCut: boolean
}

export function ReplaceScreen() {
  const { site } = useSiteJobs()
  const [first] = useParameter('q')
  const [find, setFind] = useState(first)
  const [replacement, setReplacement] = useState('')
  const [isCase, setCase] = useState(true)
  const [plan, setPlan] = useState<Plan | null>(null)
  const wanted = { find, replacement, isCase }
  const hasWords = /[\p{L}\p{N}]/u.test(find)
  const { isBusy, error, onSubmit } = useSending(async () => {
    setPlan(null)
    setPlan(await readPlan(site.id, wanted))
  }, hasWords)
  const change = <Value,>(set: (value: Value) => void) => {
    return (value: Value) => {
      setPlan(null)
      set(value)
    }
  }
  return (
    <Screen title={t('replace.title')}>
      <Card title={t('replace.what')} lead={t('replace.lead')}>
        <form className="stack" onSubmit={onSubmit}>
          <div className="two">
            <Field label={t('find-panel.find')} value={find} onChange={change(setFind)} autoFocus />
            <Field
              label={t('find-panel.replacement')}
              value={replacement}
              onChange={change(setReplacement)}
            />
          </div>
          <Switch label={t('find-panel.case')} isOn={isCase} onChange={change(setCase)} />
          {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
          <div className="row-end">
            <Button type="submit" icon="search" busy={isBusy} isDisabled={!hasWords}>
              {t('replace.show')}
            </Button>
          </div>
        </form>
      </Card>
      {plan && <Changes key={plan.wanted.find} plan={plan} onDone={() => setPlan(null)} />}
    </Screen>
  )
}

async function readPlan(siteId: string, wanted: Wanted): Promise<Plan> {
  const { texts, total } = await textsWith(siteId, wanted.find)
  const planned = texts
    .filter(({ can }) => can.update)
    .map((text): Planned => {
      const { text: body, hits } = replaced(text.body, wanted)
      return { text, body, hits }
    })
    .filter(({ hits }) => hits.length > 0)
  return { wanted, texts: planned, isCut: total > MAX_TEXTS }
}

function Changes({ plan, onDone }: { plan: Plan; onDone: () => void }) {
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { find, replacement } = plan.wanted
  const chosen = plan.texts.filter(({ text }) => !left.has(text.id))
  const { isBusy, error, send } = useSending(async () => {
    await changeBodies(site.id, chosen, `Replace “${find}” by “${replacement}”`)
    showToast('good', t('replace.done', { count: chosen.length }))
    await refreshContent(cache, site.id)
    await Promise.all(
      chosen.map(({ text }) => cache.invalidateQueries({ queryKey: ['entry', text.id] })),
    )
    onDone()
  }, chosen.length > 0)
  const isStale = error instanceof ApiError && error.status === 412
  if (plan.texts.length === 0) {
    return <Empty icon="search" title={t('search.none', { text: find })} />
  }
  const toggle = (id: string, isOn: boolean) => {
    const next = new Set(left)
    if (isOn) next.delete(id)
    else next.add(id)
    setLeft(next)
  }
  return (
    <>
      {plan.isCut && <Notice tone="warn">{t('replace.cut', { count: MAX_TEXTS })}</Notice>}
      {error !== null && (
        <Notice tone="bad">{isStale ? t('replace.stale') : messageOf(error)}</Notice>
      )}
      <div className="replace-head">
        <p className="grow" role="status">
          {t('replace.count', {
            count: plan.texts.reduce((sum, { hits }) => sum + hits.length, 0),
            texts: t('entries.count', { count: plan.texts.length }),
          })}
        </p>
        <Button
          look="primary"
          busy={isBusy}
          isDisabled={chosen.length === 0}
          onPress={() => void send()}
        >
          {t('replace.do', { count: chosen.length })}
        </Button>
      </div>
      <ol className="found">
        {plan.texts.map((planned) => (
          <ChangedText
            key={planned.text.id}
            {...{ planned, replacement }}
            isOn={!left.has(planned.text.id)}
            onChange={(isOn) => toggle(planned.text.id, isOn)}
          />
        ))}
      </ol>
    </>
  )
}

interface ChangedProps {
  readonly planned: Planned
  readonly replacement: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** Most places of one text that are shown. */
const MAX_SHOWN = 5

function ChangedText({ planned, replacement, isOn, onChange }: ChangedProps) {
  const { text, hits } = planned
  const title = text.title || text.basename
  return (
    <li className="replaced">
      <Checkbox label={title} isOn={isOn} onChange={onChange} />
      <div className="stack-small">
        <Link to={`/sites/${text.site_id}/${text.type}s/${text.id}`} className="replaced-title">
          <Name text={title} />
        </Link>
        {hits.slice(0, MAX_SHOWN).map(({ before, found, after }, index) => (
          <p key={index} className="found-snippet diff-words" dir="auto">
            {before}
            <del>{found}</del>
            <ins>{replacement}</ins>
            {after}
          </p>
        ))}
        {hits.length > MAX_SHOWN && (
          <p className="faint">{t('publish.more', { count: hits.length - MAX_SHOWN })}</p>
        )}
      </div>
    </li>
  )
}
