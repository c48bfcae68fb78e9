/** A virtualized table: only visible rows are in the DOM. */

import { memo, useEffect, useId, useRef, type Dispatch, type SetStateAction } from 'react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import type { EntryWindow } from '../../api/entry-list.js'
import type { Entry } from '../../api/types.js'
import { sinceLive, useUnpublished } from '../../api/pending.js'
import { useUnsavedTexts } from '../../api/unsaved.js'
import { useSiteJobs } from '../../app/jobs.js'
import { Link } from '../../app/router.js'
import { draftText } from '../../editor/drafts/draft-texts.js'
import { isExpired, isScheduled } from '../../text/moments.js'
import { agoText, dateText, dayText, t, timeOf } from '../../text/text.js'
import { Checkbox } from '../../ui/field.js'
import { isChoosable, MAX_CHOSEN, useToggle, type Toggling } from './choosing.js'
import { LanguageMarks } from './language-marks.js'
import { mayDoWithSeveral, type Selected } from './selection-bar.js'
import { Name, PathName } from '../../ui/name.js'

const ROW = 64

interface TableProps {
  readonly list: EntryWindow
  readonly total: number
  readonly label: string
  /** False for pages, which have no date. */
  readonly isDated: boolean
  readonly isTagged: boolean
  readonly selected: Selected
  readonly onSelect: Dispatch<SetStateAction<Selected>>
}

export function EntryTable(props: TableProps) {
  const { list, total, label, isDated, isTagged, selected, onSelect } = props
  const body = useRef<HTMLDivElement>(null)
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => ROW,
    overscan: 8,
    scrollMargin: body.current?.offsetTop ?? 0,
  })
  const items = rows.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? 0
  const { look } = list
  useEffect(() => look(first, last), [look, first, last])
  const { toggle, toggleAll } = useToggle(list, onSelect)
  const countId = useId()
  // Once there, the column stays: rows that are read later must not move it.
  const mayChoose = useRef(false)
  mayChoose.current ||= items.some(({ index }) => isChoosable(list.at(index)))
  const kinds = [!isDated && 'undated', isTagged && 'tagged', !mayChoose.current && 'unchosen']
  return (
    <div
      className={['table', ...kinds.filter(Boolean)].join(' ')}
      role="table"
      aria-label={label}
      aria-describedby={countId}
      aria-rowcount={total + 1}
    >
      <Head
        {...{ total, countId, isDated, isTagged }}
        isChosen={selected.size > 0 && selected.size >= Math.min(total, MAX_CHOSEN)}
        onToggle={mayChoose.current ? toggleAll : undefined}
      />
      <div
        ref={body}
        role="rowgroup"
        className="table-body"
        style={{ height: rows.getTotalSize() }}
      >
        {items.map(({ index, start }) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 2}
            className="table-row"
            data-chosen={selected.has(list.at(index)?.id ?? '') || undefined}
            style={{ transform: `translateY(${start - rows.options.scrollMargin}px)` }}
          >
            <Cells
              entry={list.at(index)}
              index={index}
              {...{ isDated, isTagged }}
              isChosen={selected.has(list.at(index)?.id ?? '')}
              onToggle={toggle}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

type HeadProps = Pick<TableProps, 'total' | 'isDated' | 'isTagged'> & {
  /** Id of the element with the number of rows. */
  readonly countId: string
  /** Whether all rows are chosen. */
  readonly isChosen: boolean
  /** Missing where nothing can be chosen. */
  readonly onToggle: ((isOn: boolean) => void) | undefined
}

/** The header. The title column shows the number of rows; screen readers announce its name. */
function Head({ total, countId, isDated, isTagged, isChosen, onToggle }: HeadProps) {
  return (
    <div role="rowgroup">
      <div className="table-head" role="row" aria-rowindex={1}>
        <span role="columnheader">
          {onToggle ? (
            <Checkbox label={t('entries.choose-all')} isOn={isChosen} onChange={onToggle} />
          ) : (
            <span className="visually-hidden">{t('entries.chosen')}</span>
          )}
        </span>
        <span role="columnheader">
          <span id={countId} aria-hidden="true">
            {t('entries.count', { count: total })}
          </span>
          <span className="visually-hidden">{t('title')}</span>
        </span>
        {isTagged && (
          <span role="columnheader" className="widest-cell">
            {t('tags')}
          </span>
        )}
        {isDated && (
          <span role="columnheader" className="wide-cell">
            {t('date')}
          </span>
        )}
        <span role="columnheader" className="wide-cell">
          {t('entries.changed')}
        </span>
      </div>
    </div>
  )
}

interface CellsProps {
  readonly entry: Entry | undefined
  readonly isDated: boolean
  readonly isTagged: boolean
  readonly isChosen: boolean
  readonly index: number
  readonly onToggle: (index: number, toggling: Toggling) => void
}

/** Memoized, because each scroll step renders the table. */
const Cells = memo(function Cells(props: CellsProps) {
  const { entry, index, isDated, isTagged, isChosen, onToggle } = props
  const { site } = useSiteJobs()
  if (!entry) {
    return (
      <>
        <span role="cell" />
        <span role="cell">
          <span className="bone" />
        </span>
        {isTagged && <span role="cell" className="widest-cell" />}
        {isDated && <span role="cell" className="wide-cell" />}
        <span role="cell" className="wide-cell" />
      </>
    )
  }
  const title = entry.title || entry.basename
  return (
    <>
      <span role="cell">
        {mayDoWithSeveral(entry) && (
          <Checkbox
            label={t('entries.choose', { title })}
            isOn={isChosen}
            onChange={(isOn, isRange) => onToggle(index, { isOn, isRange })}
          />
        )}
      </span>
      <span role="cell" className="stack-small table-title">
        <Link to={`/sites/${site.id}/${entry.type}s/${entry.id}`} className="cut">
          <Name text={title} />
        </Link>
        <span className="faint row table-badges">
          <Marks entry={entry} />
          <PathName className="cut" text={entry.path} />
        </span>
      </span>
      {isTagged && (
        <span role="cell" className="faint cut widest-cell">
          <Name text={(entry.tags ?? []).join(', ')} />
        </span>
      )}
      {isDated && (
        <span role="cell" className="soft wide-cell">
          {entry.date === null ? '' : dayText(entry.date, site.timezone)}
        </span>
      )}
      <span role="cell" className="soft wide-cell">
        {agoText(entry.updated_at)}
      </span>
    </>
  )
})

/** Badges of a document: its languages, scheduled or not live yet, hidden, at its end, unreadable. */
export function Marks({ entry }: { entry: Entry }) {
  const { site } = useSiteJobs()
  const since = sinceLive(site, useUnpublished(site))
  const { data: unsaved } = useUnsavedTexts(site.id)
  const isNew =
    entry.visibility === 'visible' && since !== null && timeOf(entry.updated_at) >= timeOf(since)
  return (
    <>
      <LanguageMarks entry={entry} />
      {unsaved?.some(({ entry_id: id }) => id === entry.id) && (
        <span className="badge warn">{draftText('mark')}</span>
      )}
      {entry.front_matter_error && <span className="badge bad">{t('entries.unreadable')}</span>}
      {entry.visibility !== 'visible' && (
        <span className="badge warn">{t(`visibility.${entry.visibility}`)}</span>
      )}
      {isExpired(entry) && <span className="badge warn">{t('expired')}</span>}
      {isScheduled(entry) ? (
        <span className="badge accent">
          {t('scheduled.for', { date: dateText(entry.live_from ?? '', site.timezone) })}
        </span>
      ) : (
        isNew && <span className="badge accent">{t('entries.not-live')}</span>
      )}
    </>
  )
}
