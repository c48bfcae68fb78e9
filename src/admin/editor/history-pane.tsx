/** The side panel with the versions of a document: author, time, differences, and restoring one. */

import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRevision, restoreEntry } from '../api/entries.js'
import { keys, useHistory } from '../api/queries.js'
import { useSiteJobs } from '../app/jobs.js'
import type { FullEntry, Revision, Site } from '../api/types.js'
import { agoText, dateText, listText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Select } from '../ui/field.js'
import { useAction } from '../ui/form.js'
import { Icon } from '../ui/icons.js'
import { Notice } from '../ui/notice.js'
import { Waiting, WaitingList } from '../ui/page.js'
import { Differences } from './differences.js'
import { labelOf, NO_VALUE, valueText } from './field-words.js'
import { changedNames, formOf, valueOf, type FieldPath, type Form } from './form.js'
import { remarkOf } from './remarks.js'
import type { Editor } from './use-editor.js'
import { Name } from '../ui/name.js'
import { showToast } from '../ui/toast.js'

interface PaneProps {
  readonly site: Site
  readonly entry: FullEntry
  readonly editor: Editor
}

export function HistoryPane({ site, entry, editor }: PaneProps) {
  const { data: revisions, error } = useHistory(entry)
  const [shown, setShown] = useState<Revision | null>(null)
  return (
    <div className="details stack">
      <header className="stack-small">
        <h2>{t('history')}</h2>
        <p className="soft">{t('history.lead')}</p>
      </header>
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!revisions && !error && <WaitingList look="lines" rows={4} />}
      <ol className="revisions">
        {revisions?.map((revision) => (
          <li key={revision.commit}>
            <Button look="quiet" onPress={() => setShown(revision)}>
              <span className="stack-small revision">
                <span className="cut">{dateText(revision.created_at, site.timezone)}</span>
                <span className="faint cut">
                  <Name text={revision.author.name} /> · {agoText(revision.created_at)}
                </span>
                <Remark revision={revision} />
              </span>
              <Icon name="forward" />
            </Button>
          </li>
        ))}
      </ol>
      <Window
        title={
          shown ? t('history.version', { date: dateText(shown.created_at, site.timezone) }) : ''
        }
        isOpen={shown !== null}
        onClose={() => setShown(null)}
        isWide
      >
        {shown && (
          <Version
            entry={entry}
            revision={shown}
            revisions={revisions ?? []}
            editor={editor}
            onClose={() => setShown(null)}
          />
        )}
      </Window>
    </div>
  )
}

/** What was done, if it was more than saving the document; else the message of somebody who used git. */
function Remark({ revision }: { revision: Revision }) {
  const remark = remarkOf(revision)
  if (remark === null) return null
  return (
    <span className="faint cut" dir="auto">
      {'key' in remark ? t(remark.key) : remark.line}
    </span>
  )
}

interface VersionProps {
  readonly entry: FullEntry
  readonly revision: Revision
  readonly editor: Editor
  readonly onClose: () => void
}

/** A version beside what is in the editor, or another version; and restoring it. */
function Version({ revisions, ...props }: VersionProps & Pick<CompareProps, 'revisions'>) {
  const { entry, revision, editor, onClose } = props
  const { isBusy, send: restore } = useRestoring(props)
  const { data: old, error } = useVersion(entry, revision.commit)
  const text = old ? promiseOf(formOf(old), editor.form) : ''
  return (
    <>
      <p className="soft">{t('history.by', { name: revision.author.name })}</p>
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!old && !error && <Waiting />}
      {old && <Compare {...{ entry, revision, revisions }} old={formOf(old)} now={editor.form} />}
      {entry.can.update && editor.isDirty && <Notice tone="warn">{t('history.dirty')}</Notice>}
      {entry.can.update && text !== '' && <p>{text}</p>}
      <div className="row-end">
        <Button onPress={onClose}>{t('close')}</Button>
        {entry.can.update && (
          <Button
            look="primary"
            icon="undo"
            busy={isBusy}
            isDisabled={editor.isDirty || text === ''}
            onPress={() => void restore()}
          >
            {t('history.restore')}
          </Button>
        )}
      </div>
    </>
  )
}

function useVersion(entry: FullEntry, commit: string | null) {
  return useQuery({
    queryKey: [...keys.history(entry.id), commit],
    queryFn: ({ signal }) => (commit === null ? null : getRevision(entry, commit, signal)),
  })
}

interface CompareProps extends Pick<VersionProps, 'entry' | 'revision'> {
  /** All versions, newest first. */
  readonly revisions: readonly Revision[]
  readonly old: Form
  /** What is in the editor. */
  readonly now: Form
}

const NOW = 'now'

/** What differs, the older one first. */
function Compare({ entry, revision, revisions, old, now }: CompareProps) {
  const { site } = useSiteJobs()
  const [chosen, choose] = useState(NOW)
  const { data: other, error } = useVersion(entry, chosen === NOW ? null : chosen)
  const place = (commit: string) => revisions.findIndex((one) => one.commit === commit)
  const form = chosen === NOW ? now : other && formOf(other)
  const isOlder = chosen !== NOW && place(chosen) > place(revision.commit)
  const [before, after] = isOlder ? [form, old] : [old, form]
  const choices = revisions
    .filter(({ commit }) => commit !== revision.commit)
    .map(({ commit, created_at: at, author: { name } }) => ({
      id: commit,
      label: `${dateText(at, site.timezone)} · ${name}`,
    }))
  return (
    <>
      {choices.length > 1 && (
        <Select
          label={t('history.compare')}
          choices={[{ id: NOW, label: t('history.compare.now') }, ...choices]}
          value={chosen}
          onChange={choose}
        />
      )}
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!form && !error && <Waiting />}
      {before && after && <Differences before={before} after={after} />}
    </>
  )
}

/** What restoring a version would bring back and remove; empty for nothing. */
function promiseOf(old: Form, now: Form): string {
  const names = changedNames(now, old).filter((name) => name !== 'visibility' || !isMove(old, now))
  const isGone = (name: FieldPath) => valueText(valueOf(old, name)) === NO_VALUE
  const [gone, back] = [names.filter(isGone), names.filter((name) => !isGone(name))]
  return [
    back.length > 0 ? t('history.brings', { names: listText(back.map(labelOf)) }) : '',
    gone.length > 0 ? t('history.removes', { names: listText(gone.map(labelOf)) }) : '',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

/** Drafts are in another folder, and a restored version stays where the document is. */
function isMove(...sides: readonly Form[]): boolean {
  return sides.some(({ visibility }) => visibility === 'draft')
}

/** Restores a version, and says in which fields the document differs from what it was before. */
function useRestoring({ entry, revision, editor, onClose }: VersionProps) {
  const cache = useQueryClient()
  const { site } = useSiteJobs()
  return useAction(async () => {
    const before = editor.form
    const restored = await restoreEntry(entry, revision.commit)
    editor.adopt(restored)
    await cache.invalidateQueries({ queryKey: keys.history(entry.id) })
    const values = {
      title: restored.title || restored.basename,
      date: dateText(revision.created_at, site.timezone),
      names: listText(changedNames(before, formOf(restored)).map(labelOf)),
    }
    showToast('good', t('history.restored', values))
    onClose()
  })
}
