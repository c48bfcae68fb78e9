/** Several files at once: moved to a folder or deleted, each as one commit. */

import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { collectionFolderOf, foldersAbove, storePlaceOf } from '../../api/file-folders.js'
import { deleteFiles, MAX_FILES_AT_ONCE, moveFiles } from '../../api/move-files.js'
import { keys, refreshContent } from '../../api/queries.js'
import type { Site, StoredFile } from '../../api/types.js'
import { useSiteJobs } from '../../app/jobs.js'
import { properStem } from '../../editor/uploads.js'
import { compareWords } from '../../text/order.js'
import { messageOf, t } from '../../text/text.js'
import { Button, IconButton } from '../../ui/button.js'
import { Confirm, Window } from '../../ui/dialog.js'
import { Select } from '../../ui/field.js'
import { useSending } from '../../ui/form.js'
import { Notice } from '../../ui/notice.js'
import { Field } from '../../ui/text-field.js'
import { showToast } from '../../ui/toast.js'
import { selectionText } from './selection-texts.js'

/** Renaming updates the documents that use the file, so the user must be allowed to change all of them. */
export function mayRename(site: Site, { can, filename }: StoredFile): boolean {
  const isOfCollection = storePlaceOf(filename).collection !== null
  return can.update && can.delete && site.can.publish && (isOfCollection || site.can.edit_source)
}

/** The paths of the files that are selected, and how they are chosen among those shown: with Shift, a range. */
export function useFileSelection(shown: readonly StoredFile[]) {
  const { site } = useSiteJobs()
  const [paths, setPaths] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)
  const isChoosable = (file: StoredFile) => file.can.delete || mayRename(site, file)
  const choose = (files: readonly StoredFile[], isOn: boolean) =>
    setPaths((was) => {
      const next = new Set(was)
      for (const { filename } of files.filter(isChoosable)) {
        if (!isOn) next.delete(filename)
        else if (next.size < MAX_FILES_AT_ONCE) next.add(filename)
      }
      return next
    })
  const toggle = ({ filename }: StoredFile, isOn: boolean, isRange: boolean) => {
    const indexOf = (path: string | null) => shown.findIndex((file) => file.filename === path)
    const [from, to] = [isRange ? indexOf(last.current) : -1, indexOf(filename)]
    const start = from < 0 ? to : from
    last.current = filename
    choose(shown.slice(Math.min(start, to), Math.max(start, to) + 1), isOn)
  }
  return {
    paths,
    isChoosable,
    toggle,
    chooseAll: () => choose(shown, true),
    clear: () => setPaths(new Set()),
  }
}

interface BarProps {
  /** All files of the site that are loaded. */
  readonly files: readonly StoredFile[]
  readonly selection: ReturnType<typeof useFileSelection>
}

export function FileSelectionBar({ files, selection }: BarProps) {
  const { site } = useSiteJobs()
  const { paths, chooseAll, clear } = selection
  const [dialog, setDialog] = useState<'move' | 'delete' | null>(null)
  const chosen = files.filter(({ filename }) => paths.has(filename))
  if (chosen.length === 0) return null
  const count = chosen.length
  const [root, ...otherRoots] = new Set(chosen.map((file) => rootOf(files, file)))
  const mayMove = otherRoots.length === 0 && chosen.every((file) => mayRename(site, file))
  const close = () => setDialog(null)
  return (
    <div className="selection" role="region" aria-label={selectionText('region')}>
      <strong role="status">{selectionText('count', { count })}</strong>
      <span className="grow" />
      <Button onPress={chooseAll}>{selectionText('all')}</Button>
      {mayMove && (
        <Button icon="folder" onPress={() => setDialog('move')}>
          {selectionText('move')}
        </Button>
      )}
      {chosen.every(({ can }) => can.delete) && (
        <Button icon="trash" onPress={() => setDialog('delete')}>
          {t('delete')}
        </Button>
      )}
      <IconButton icon="close" label={selectionText('none')} onPress={clear} />
      {root !== undefined && (
        <Window
          title={selectionText('title', { count })}
          isOpen={dialog === 'move'}
          onClose={close}
        >
          <MoveForm {...{ files, chosen, root, clear }} onClose={close} />
        </Window>
      )}
      <DeleteWindow {...{ chosen, clear }} isOpen={dialog === 'delete'} onClose={close} />
    </div>
  )
}

/** The folder that a file cannot leave: that of its collection, or the site's root. */
function rootOf(files: readonly StoredFile[], { filename }: StoredFile): string {
  const { collection } = storePlaceOf(folderOf(filename))
  return collection === null ? '' : collectionFolderOf(files, collection)
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** The folders below a root that have files, and the root, by name. */
function foldersOf(files: readonly StoredFile[], root: string): readonly string[] {
  const inRoot = files.filter((file) => rootOf(files, file) === root)
  const above = inRoot.flatMap(({ filename }) => foldersAbove(folderOf(filename)))
  const below = above.filter((path) => root === '' || path.startsWith(`${root}/`))
  return [root, ...[...new Set(below)].sort(compareWords)]
}

interface ActionProps {
  readonly chosen: readonly StoredFile[]
  readonly clear: () => void
  readonly onClose: () => void
}

type MoveProps = ActionProps & Pick<BarProps, 'files'> & { readonly root: string }

/** Id of the choice of the root; list boxes need a non-empty id. */
const TOP = ' '

function MoveForm({ files, chosen, root, clear, onClose }: MoveProps) {
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  const folders = foldersOf(files, root)
  const [folder, setFolder] = useState(root)
  const [name, setName] = useState('')
  const proper = properStem(name)
  const target = [folder, proper].filter((part) => part !== '').join('/')
  const moves = chosen.flatMap((file) => {
    const to = [target, file.basename].filter((part) => part !== '').join('/')
    return to === file.filename ? [] : [{ file, to }]
  })
  const texts = new Set(moves.flatMap(({ file }) => file.used_by.map(({ id }) => id))).size
  const { isBusy, error, onSubmit, send } = useSending(async () => {
    const { left } = await moveFiles(site.id, moves)
    showToast('good', selectionText('moved', { count: moves.length }))
    if (left > 0) showToast('bad', t('files.rename.left', { count: left }))
    clear()
    onClose()
    await cache.invalidateQueries({ queryKey: keys.files(site.id) })
    await refreshContent(cache, site.id)
  }, moves.length > 0)
  const followed = texts > 0 ? selectionText('follow', { count: texts }) : selectionText('unused')
  return (
    <form className="stack" onSubmit={onSubmit}>
      {error !== null && <Notice tone="bad">{messageOf(error)}</Notice>}
      <Select
        label={selectionText('to')}
        value={folder || TOP}
        choices={folders.map((path) => ({
          id: path || TOP,
          label:
            path === root ? selectionText('top') : path.slice(root === '' ? 0 : root.length + 1),
        }))}
        onChange={(id) => setFolder(id === TOP ? '' : id)}
      />
      <Field
        label={selectionText('inner')}
        help={proper === name ? undefined : selectionText('inner.as', { name: proper })}
        value={name}
        onChange={setName}
      />
      <p className="soft">{moves.length === 0 ? selectionText('here') : followed}</p>
      <div className="row-end">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button
          look="primary"
          busy={isBusy}
          isDisabled={moves.length === 0}
          onPress={() => void send()}
        >
          {selectionText('move')}
        </Button>
      </div>
    </form>
  )
}

function DeleteWindow({
  chosen,
  clear,
  isOpen,
  onClose,
}: ActionProps & { readonly isOpen: boolean }) {
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  const { isBusy, send } = useSending(async () => {
    try {
      await deleteFiles(site.id, chosen)
      showToast('good', selectionText('deleted', { count: chosen.length }))
      clear()
    } catch (error) {
      showToast('bad', messageOf(error))
    }
    onClose()
    await cache.invalidateQueries({ queryKey: keys.files(site.id) })
  })
  return (
    <Confirm
      title={selectionText('delete', { count: chosen.length })}
      action={t('delete')}
      isOpen={isOpen}
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <p>{t('files.delete.text')}</p>
    </Confirm>
  )
}
