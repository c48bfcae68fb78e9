/** The editor for the whole file of a document, with its front matter, for users who may edit the source. */

import { useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getEntry } from '../api/entries.js'
import { refreshContent } from '../api/queries.js'
import { readSourceText, writeSource } from '../api/source-text.js'
import type { FullEntry, Site } from '../api/types.js'
import { messageOf, t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Notice } from '../ui/notice.js'
import { Waiting } from '../ui/page.js'
import { CodeEditor } from './code-editor.js'
import { fileLanguageOf } from './text/languages.js'
import { useSourceDraft, type SourceDraftStore } from './drafts/source-draft.js'
import { showSaved } from './source-saved.js'
import { useSaveKey } from '../ui/save-key.js'
import { SourceRestored } from './drafts/source-restored.js'
import type { Editor } from './use-editor.js'

interface SourceProps {
  readonly site: Site
  readonly entry: FullEntry
  readonly editor: Editor
}

export function SourceView({ site, entry, editor }: SourceProps) {
  const kept = useSourceDraft({ siteId: site.id, name: entry.filename })
  const [isBusy, setBusy] = useState(false)
  const [version, setVersion] = useState({ sha: entry.sha, round: 0 })
  // The text in which one may be typing is created again only for what was saved elsewhere.
  if (!isBusy && version.sha !== entry.sha) {
    setVersion({ sha: entry.sha, round: version.round + 1 })
  }
  const { data, error } = useQuery({
    queryKey: sourceKey(site, entry, version.sha),
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => readSourceText(site.id, entry.filename, { signal }),
  })
  return (
    <section className="writing source-page" aria-label={t('editor.source')}>
      {editor.isDirty && <Notice tone="warn">{t('editor.source.dirty')}</Notice>}
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {(data === undefined || !kept.isReady) && !error && <Waiting />}
      {data === null && <Notice tone="warn">{t('editor.source.none')}</Notice>}
      {typeof data === 'string' && !editor.isDirty && kept.isReady && (
        <SourceText
          key={`${version.round} ${kept.round}`}
          {...{ site, entry, editor, kept }}
          initial={data}
          {...{ isBusy, setBusy }}
          onSave={(sha) => setVersion({ ...version, sha })}
        />
      )}
    </section>
  )
}

function sourceKey(site: Site, { filename }: FullEntry, sha: string) {
  return ['source', site.id, filename, sha]
}

interface TextProps extends SourceProps {
  readonly isBusy: boolean
  readonly setBusy: (isBusy: boolean) => void
  /** Called with the version that was saved. */
  readonly onSave: (sha: string) => void
  readonly initial: string
  readonly kept: SourceDraftStore
}

function SourceText(props: TextProps) {
  const { site, entry, editor, initial, kept, isBusy, setBusy, onSave } = props
  const [restored] = useState(kept.latest)
  const [sha, setSha] = useState(restored?.sha ?? entry.sha)
  const [text, setText] = useState(restored?.text ?? initial)
  const [error, setError] = useState<unknown>(null)
  const cache = useQueryClient()
  const save = async () => {
    setBusy(true)
    setError(null)
    try {
      const written = await writeSource({ siteId: site.id, name: entry.filename }, text, sha)
      kept.saved(text, written.sha)
      cache.setQueryData(sourceKey(site, entry, written.sha), text)
      setSha(written.sha)
      onSave(written.sha)
      editor.adopt(await getEntry(entry))
      await refreshContent(cache, site.id)
      showSaved(written)
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  const change = (next: string) => {
    setText(next)
    if (next === initial) kept.drop()
    else kept.keep(next, sha)
  }
  useSaveKey(() => {
    if (text !== initial && !isBusy) void save()
  })
  return (
    <>
      <div className="row source-head">
        <span className="code grow cut">{entry.filename}</span>
        <Button
          look="primary"
          busy={isBusy}
          isDisabled={text === initial}
          onPress={() => void save()}
        >
          {t('save')}
        </Button>
      </div>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <SourceRestored kept={kept} draft={restored} isDirty={text !== initial} />
      <CodeEditor
        label={t('editor.source')}
        initial={text}
        kind="source"
        language={fileLanguageOf(entry.filename)}
        markedLine={entry.front_matter_error?.line}
        onChange={change}
      />
    </>
  )
}
