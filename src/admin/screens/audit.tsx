/** The screens of the audit log: of a site, and of the whole server. */

import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SERVER } from '../api/base.js'
import { list, type Reply } from '../api/client.js'
import { usePeople } from '../api/queries.js'
import { useSession } from '../app/session.js'
import { useSiteJobs } from '../app/jobs.js'
import { NotFound } from './not-found.js'
import { dateText, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Select } from '../ui/field.js'
import { Field } from '../ui/text-field.js'
import { Lines } from '../ui/lines.js'
import { Name } from '../ui/name.js'
import { Empty, Screen } from '../ui/page.js'

type Row = Reply<'listAudit'>[number]

const OUTCOMES = ['done', 'refused', 'failed'] as const

/** Rows that are shown first, and with each press on “more”. */
const ROWS = 100

/** What is chosen; empty for all. */
interface Choice {
  readonly userId: string
  readonly operation: string
  readonly outcome: string
  readonly from: string
  readonly to: string
}

const ALL: Choice = { userId: '', operation: '', outcome: '', from: '', to: '' }

export function SiteAuditScreen() {
  const { site } = useSiteJobs()
  const { data: people = [] } = usePeople(site.id)
  return <AuditScreen siteId={site.id} people={people} />
}

export function ServerAuditScreen() {
  const { session } = useSession()
  const isAdmin = session.user.admin
  const { data } = useQuery({
    queryKey: ['users'],
    enabled: isAdmin,
    queryFn: ({ signal }) => list('listUsers', { query: { per_page: 1000 }, signal }),
  })
  return isAdmin ? <AuditScreen siteId={null} people={data?.items ?? []} /> : <NotFound />
}

interface AuditProps {
  /** Null for the whole server. */
  readonly siteId: string | null
  readonly people: readonly {
    readonly id: string
    readonly fullname: string
    readonly email: string
  }[]
}

function AuditScreen({ siteId, people }: AuditProps) {
  const [choice, setChoice] = useState(ALL)
  const [count, setCount] = useState(ROWS)
  const { data, error } = useAudit(siteId, choice, count)
  const rows = data?.items
  const place = siteId === null ? 'audit' : `sites/${siteId}/audit`
  return (
    <Screen
      title={t('audit')}
      lead={siteId === null ? t('audit.text.server') : t('audit.text')}
      actions={
        <a
          className="button"
          href={`${SERVER}/v2/${place}?${searchOf(choice)}`}
          download="audit.jsonl"
        >
          {t('audit.download')}
        </a>
      }
    >
      <Filters
        choice={choice}
        people={people}
        operations={rows?.map(({ operation }) => operation) ?? []}
        onChange={(changed) => {
          setChoice((before) => ({ ...before, ...changed }))
          setCount(ROWS)
        }}
      />
      <Lines
        label={t('audit')}
        items={rows}
        error={error}
        empty={<Empty icon="history" title={t('audit.none')} />}
      >
        {(row) => <Line key={row.seq} row={row} />}
      </Lines>
      {data && data.total > data.items.length && (
        <div className="row">
          <Button onPress={() => setCount(count + ROWS)}>{t('audit.more')}</Button>
        </div>
      )}
    </Screen>
  )
}

function useAudit(siteId: string | null, choice: Choice, count: number) {
  return useQuery({
    queryKey: ['audit', siteId, choice, count],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const query = { ...queryOf(choice), per_page: count }
      return siteId === null
        ? list('listAudit', { query, signal })
        : list('listSiteAudit', { path: { site_id: siteId }, query, signal })
    },
  })
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** A day that is being typed counts when it is whole. */
function queryOf({ userId, operation, outcome, from, to }: Choice) {
  const known = OUTCOMES.find((name) => name === outcome)
  return {
    ...(userId !== '' && { user_id: userId }),
    ...(operation !== '' && { operation }),
    ...(known && { outcome: known }),
    ...(DAY.test(from) && { from }),
    ...(DAY.test(to) && { to }),
  }
}

function searchOf(choice: Choice): string {
  return new URLSearchParams({ ...queryOf(choice), format: 'jsonl' }).toString()
}

interface FiltersProps extends Pick<AuditProps, 'people'> {
  readonly choice: Choice
  readonly operations: readonly string[]
  readonly onChange: (changed: Partial<Choice>) => void
}

function Filters({ choice, people, operations, onChange }: FiltersProps) {
  const who = people.map(({ id, fullname, email }) => ({ id, label: fullname || email }))
  const named = [...operations, ...(choice.operation === '' ? [] : [choice.operation])]
  const what = [...new Set(named)].sort().map((id) => ({ id, label: id }))
  const outcomes = OUTCOMES.map((id) => ({ id, label: t(`audit.outcome.${id}`) }))
  return (
    <div className="stack">
      <div className="two">
        <Select
          label={t('audit.who')}
          value={choice.userId}
          choices={[{ id: '', label: t('audit.everybody') }, ...who]}
          onChange={(userId) => onChange({ userId })}
        />
        <Select
          label={t('audit.what')}
          value={choice.operation}
          choices={[{ id: '', label: t('audit.everything') }, ...what]}
          onChange={(operation) => onChange({ operation })}
        />
      </div>
      <div className="two">
        <Select
          label={t('audit.outcome')}
          value={choice.outcome}
          choices={[{ id: '', label: t('audit.outcome.all') }, ...outcomes]}
          onChange={(outcome) => onChange({ outcome })}
        />
        <div className="two">
          <Day
            label={t('audit.from')}
            value={choice.from}
            onChange={(from) => onChange({ from })}
          />
          <Day label={t('audit.to')} value={choice.to} onChange={(to) => onChange({ to })} />
        </div>
      </div>
    </div>
  )
}

interface DayProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

function Day(props: DayProps) {
  const isWrong = props.value !== '' && !DAY.test(props.value)
  return (
    <Field {...props} placeholder="2026-11-20" error={isWrong ? t('audit.day.wrong') : undefined} />
  )
}

const LOOKS = { done: 'badge good', refused: 'badge warn', failed: 'badge bad' } as const

function Line({ row }: { row: Row }) {
  const made = [
    row.commit && t('audit.commit', { name: row.commit.slice(0, 7) }),
    row.release_id && t('audit.release', { name: row.release_id }),
    row.deployment && t('audit.deployment', { name: row.deployment }),
  ]
  const from = [row.address, row.token_id && t('audit.token', { name: row.token_id })]
  return (
    <li>
      <span className="grow stack-small">
        <span className="cut">
          <code>{row.operation}</code> {row.target !== null && <Name text={row.target} />}
        </span>
        <span className="faint cut">
          <Name text={row.email ?? t(row.address === null ? 'audit.server' : 'audit.unknown')} />
          {from.filter(Boolean).map((text) => ` · ${text}`)}
        </span>
        <span className="faint cut">{[dateText(row.at), ...made].filter(Boolean).join(' · ')}</span>
      </span>
      <span className={LOOKS[row.outcome]}>{t(`audit.outcome.${row.outcome}`)}</span>
    </li>
  )
}
