/** A data file that has no form, as source, with the reason. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/client.js'
import { refreshContent } from '../api/queries.js'
import { useTellUnsaved } from '../app/unsaved.js'
import { CodeEditor } from '../editor/code-editor.js'
import type { SourceDraftStore } from '../editor/drafts/source-draft.js'
import { SourceRestored } from '../editor/drafts/source-restored.js'
import { fileLanguageOf } from '../editor/text/languages.js'
import { d } from '../text/data-texts.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Confirm } from '../ui/dialog.js'
import { Notice } from '../ui/notice.js'
import { useSaveKey } from '../ui/save-key.js'
import { showToast } from '../ui/toast.js'
import { conflictOf, dataKey, saveText, type DataConflict as Conflict } from './data-api.js'
import { DataConflict } from './data-conflict.js'
import type { DataFile } from './data-value.js'

interface SourceProps {
  readonly siteId: string
  readonly file: DataFile
  readonly kept: SourceDraftStore
  /** Shows another version of the file. */
  readonly onReload: (file: DataFile) => void
}

export function DataSource(props: SourceProps) {
  const { file, kept } = props
  if (file.text === null) return <Notice tone="plain">{whyText(file)}</Notice>
  return <SourceText {...props} key={kept.round} initial={file.text} />
}

interface TextProps extends SourceProps {
  readonly initial: string
}

/** The text with its draft, and how it is saved. */
function useSourceText({ siteId, file, kept, onReload, initial }: TextProps) {
  const cache = useQueryClient()
  const [restored] = useState(kept.latest)
  const [text, setText] = useState(restored?.text ?? initial)
  const [sha] = useState(restored?.sha ?? file.sha)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [broken, setBroken] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const saved = async (next: DataFile) => {
    kept.saved(text, next.sha)
    cache.setQueryData(dataKey(siteId, file.name), next)
    showToast(next.source_reason?.why === 'broken' ? 'bad' : 'good', savedText(next))
    await refreshContent(cache, siteId)
    onReload(next)
  }
  const save = async (mayBeBroken: boolean): Promise<boolean> => {
    setBusy(true)
    setError(null)
    setBroken(null)
    try {
      await saved(await saveText({ siteId, name: file.name, sha }, text, mayBeBroken))
      return true
    } catch (problem) {
      const found = conflictOf(problem)
      const reason = brokenText(problem)
      if (found) setConflict(found)
      else if (reason !== null) setBroken(reason)
      else setError(problem)
      return false
    } finally {
      setBusy(false)
    }
  }
  const change = (next: string) => {
    setText(next)
    if (next === initial) kept.drop()
    else kept.keep(next, sha)
  }
  const state = { restored, text, isBusy, error, broken, conflict, isDirty: text !== initial }
  return { ...state, saved, save, change, setBroken, setConflict }
}

function SourceText(props: TextProps) {
  const { siteId, file, kept } = props
  const source = useSourceText(props)
  const { isDirty, isBusy, error, broken, conflict, save } = source
  useSaveKey(() => {
    if (isDirty && !isBusy) void save(false)
  })
  useTellUnsaved(isDirty ? file.name : null, () => save(false))
  return (
    <section className="source-file source-page" aria-label={file.name}>
      <div className="row source-head">
        <span className="grow" />
        <Button look="primary" busy={isBusy} isDisabled={!isDirty} onPress={() => void save(false)}>
          {t('save')}
        </Button>
      </div>
      <Notice tone="plain">{whyText(file)}</Notice>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <SourceRestored kept={kept} draft={source.restored} isDirty={isDirty} />
      <CodeEditor
        label={file.name}
        initial={source.text}
        kind="source"
        language={fileLanguageOf(file.name)}
        markedLine={file.source_reason?.line ?? undefined}
        onChange={source.change}
      />
      <Confirm
        title={d('broken.title')}
        action={d('broken.save')}
        isOpen={broken !== null}
        isBusy={isBusy}
        onClose={() => source.setBroken(null)}
        onConfirm={() => void save(true)}
      >
        {broken}
      </Confirm>
      <DataConflict
        {...{ siteId, conflict }}
        name={file.name}
        onClose={() => source.setConflict(null)}
        onSaved={(next) => void source.saved(next)}
      />
    </section>
  )
}

const BROKEN = /^is broken in line (\d+): (.*)$/s

/** The question for a source that the server calls broken; null for other errors. */
function brokenText(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null
  const [, line, text] = BROKEN.exec(error.details[0]?.message ?? '') ?? []
  return line === undefined ? null : d('broken.text', { line, text: text ?? '' })
}

function savedText({ source_reason: reason }: DataFile): string {
  if (reason?.why !== 'broken') return t('saved')
  return `${t('saved')}. ${d('broken', { line: reason.line ?? 1, text: reason.text ?? '' })}`
}

function whyText({ source_reason: reason, text }: DataFile): string {
  const { why, line, text: detail } = reason ?? { why: 'unusual', line: 1, text: '' }
  const isNone = text === null && (why === 'too_large' || why === 'unusual')
  return d(isNone ? `why.${why}.none` : `why.${why}`, { line: line ?? 1, text: detail ?? '' })
}
