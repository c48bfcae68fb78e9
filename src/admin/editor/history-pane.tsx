/** The side panel with the versions of a document: author, time, differences, and restoring one. */

import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRevision, restoreEntry } from '../api/entries.js'
import { keys, useHistory } from '../api/queries.js'
import type { FullEntry, Revision, Site } from '../api/types.js'
import { agoText, dateText, messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Icon } from '../ui/icons.js'
import { Notice } from '../ui/notice.js'
import { Waiting, WaitingList } from '../ui/page.js'
import { DiffView, DiffWords } from './diff-view.js'
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
          <Version entry={entry} revision={shown} editor={editor} onClose={() => setShown(null)} />
        )}
      </Window>
    </div>
  )
}

/** The commit message, if a person wrote it. Galley's own (`Update _posts/…: body`) are not shown. */
function Remark({ revision }: { revision: Revision }) {
  const line = revision.message.split('\n')[0] ?? ''
  if (/^(?:Create|Update) \S+(?:: [\w, ]+)?$/.test(line)) return null
  return (
    <span className="faint cut" dir="auto">
      {line}
    </span>
  )
}

interface VersionProps {
  readonly entry: FullEntry
  readonly revision: Revision
  readonly editor: Editor
  readonly onClose: () => void
}

function Version({ entry, revision, editor, onClose }: VersionProps) {
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { data: old, error } = useQuery({
    queryKey: [...keys.history(entry.id), revision.commit],
    queryFn: ({ signal }) => getRevision(entry, revision.commit, signal),
  })
  const restore = async () => {
    setBusy(true)
    try {
      editor.adopt(await restoreEntry(entry, revision.commit))
      await cache.invalidateQueries({ queryKey: keys.history(entry.id) })
      showToast('good', t('history.restored'))
      onClose()
    } catch (problem) {
      showToast('bad', messageOf(problem))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <p className="soft">{t('history.by', { name: revision.author.name })}</p>
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!old && !error && <Waiting />}
      {old && (
        <>
          {old.title !== editor.form.title && (
            <section className="stack-small">
              <h3>{t('title')}</h3>
              <DiffWords before={old.title} after={editor.form.title} />
            </section>
          )}
          <DiffView before={old.body} after={editor.form.body} />
        </>
      )}
      {entry.can.update && editor.isDirty && <Notice tone="warn">{t('history.dirty')}</Notice>}
      <div className="row-end">
        <Button onPress={onClose}>{t('close')}</Button>
        {entry.can.update && (
          <Button
            look="primary"
            icon="undo"
            busy={isBusy}
            isDisabled={editor.isDirty}
            onPress={() => void restore()}
          >
            {t('history.restore')}
          </Button>
        )}
      </div>
    </>
  )
}
