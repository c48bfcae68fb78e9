/** The editor for one source file, with its actions. */

import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/client.js'
import { refreshContent } from '../api/queries.js'
import { writeSource } from '../api/source-text.js'
import type { Site } from '../api/types.js'
import { useParameter } from '../app/router.js'
import { CodeEditor } from '../editor/code-editor.js'
import { useSourceDraft, type SourceDraftStore } from '../editor/drafts/source-draft.js'
import { useSaveKey } from '../ui/save-key.js'
import { SourceRestored } from '../editor/drafts/source-restored.js'
import { showSaved } from '../editor/source-saved.js'
import { fileLanguageOf } from '../editor/text/languages.js'
import { messageOf, sizeText, t } from '../text/text.js'
import { Button, IconButton } from '../ui/button.js'
import { Confirm } from '../ui/dialog.js'
import { useAction, useSending } from '../ui/form.js'
import { Notice } from '../ui/notice.js'
import { Waiting } from '../ui/page.js'
import { showToast } from '../ui/toast.js'
import { NameWindow } from './name-window.js'
import {
  deleteSource,
  moveSource,
  sourceKey,
  useSourceFile,
  type SourceFile,
} from './source-api.js'
import { PathName } from '../ui/name.js'

interface EditorProps {
  readonly site: Site
  readonly name: string
  readonly onOpen: (name: string) => void
}

export function SourceEditor({ site, name, onOpen }: EditorProps) {
  const { data, error } = useSourceFile(site.id, name)
  const kept = useSourceDraft({ siteId: site.id, name })
  if (error) return <Notice tone="bad">{messageOf(error)}</Notice>
  if (!data || !kept.isReady) return <Waiting />
  return (
    <FileText
      key={kept.round}
      {...{ site, name, onOpen, kept }}
      file={data.file}
      initial={data.text}
    />
  )
}

interface TextProps extends EditorProps {
  readonly file: SourceFile
  readonly initial: string | null
  readonly kept: SourceDraftStore
}

/** The state of a file being edited: its saved version and its draft. */
function useFileText({ site, name, file, initial, kept }: TextProps) {
  const [restored, setRestored] = useState(kept.latest)
  const [startText] = useState(restored?.text ?? initial ?? '')
  const [saved, setSaved] = useState({ text: initial ?? '', sha: restored?.sha ?? file.sha })
  const [text, setText] = useState(startText)
  const cache = useQueryClient()
  const { isBusy, error, send } = useSending(async () => {
    const written = await writeSource({ siteId: site.id, name }, text, saved.sha)
    setSaved({ text, sha: written.sha })
    setRestored(null)
    kept.saved(text, written.sha)
    showSaved(written)
    await refreshContent(cache, site.id)
  })
  const change = (next: string) => {
    setText(next)
    if (next === saved.text) kept.drop()
    else kept.keep(next, saved.sha)
  }
  return { startText, restored, saved, text, error, isBusy, save: send, change }
}

function FileText(props: TextProps) {
  const { site, name, onOpen, file, initial, kept } = props
  const { startText, restored, saved, text, error, isBusy, save, change } = useFileText(props)
  const [line] = useParameter('line')
  useSaveKey(() => {
    if (initial !== null && text !== saved.text && !isBusy) void save()
  })
  const current = { ...file, sha: saved.sha }
  return (
    <section className="source-page" aria-label={name}>
      <div className="row source-head">
        <h2 className="code grow cut">
          <PathName text={name} />
        </h2>
        <FileActions {...{ site, onOpen }} file={current} isDirty={text !== saved.text} />
        {initial !== null && (
          <Button
            look="primary"
            busy={isBusy}
            isDisabled={text === saved.text}
            onPress={() => void save()}
          >
            {t('save')}
          </Button>
        )}
      </div>
      {error !== null && <Notice tone="bad">{problemText(error)}</Notice>}
      <SourceRestored kept={kept} draft={restored} isDirty={text !== saved.text} />
      {initial === null ? (
        <Notice tone="plain">{t('source.binary', { size: sizeText(file.filesize) })}</Notice>
      ) : (
        <CodeEditor
          label={name}
          initial={startText}
          kind="source"
          language={fileLanguageOf(name)}
          markedLine={Number(line) > 0 ? Number(line) : undefined}
          onChange={change}
        />
      )}
    </section>
  )
}

/** The error, with the server's message for each field, such as a line of the configuration. */
function problemText(error: unknown): string {
  if (!(error instanceof ApiError)) return messageOf(error)
  const details = error.details.map(({ field, message }) => [field, message].join(' ').trim())
  return [messageOf(error), ...details.filter((text) => text !== error.message)].join(' ')
}

interface ActionsProps {
  readonly site: Site
  readonly file: SourceFile
  readonly isDirty: boolean
  readonly onOpen: (name: string) => void
}

/** Galley needs `_config.yml`, so it cannot be moved or deleted. */
const CONFIG = '_config.yml'

function FileActions({ site, file, isDirty, onOpen }: ActionsProps) {
  const [asked, setAsked] = useState<'move' | 'delete' | null>(null)
  const cache = useQueryClient()
  const close = () => setAsked(null)
  const { isBusy, send: remove } = useAction(async () => {
    await deleteSource(site.id, file)
    await cache.invalidateQueries({ queryKey: [...sourceKey(site.id), 'folder'] })
    showToast('good', t('deleted', { name: file.name }))
    onOpen('')
  })
  if (file.name === CONFIG) return null
  return (
    <>
      <Button isDisabled={isDirty} onPress={() => setAsked('move')}>
        {t('source.rename')}
      </Button>
      <IconButton icon="trash" label={t('delete')} onPress={() => setAsked('delete')} />
      <NameWindow
        siteId={site.id}
        title={t('source.rename')}
        action={t('source.rename')}
        initial={file.name}
        isOpen={asked === 'move'}
        onClose={close}
        onName={async (to) => {
          await moveSource(site.id, file, to)
          onOpen(to)
        }}
      />
      <Confirm
        title={t('files.delete', { name: file.name })}
        action={t('delete')}
        isOpen={asked === 'delete'}
        isBusy={isBusy}
        onClose={close}
        onConfirm={() => void remove().then(close)}
      >
        {t('source.delete.text')}
      </Confirm>
    </>
  )
}
