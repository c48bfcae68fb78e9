/** A file as a tile, with its menu. */

import { useState } from 'react'
import { Button as Pressable } from 'react-aria-components'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.js'
import { storePlaceOf } from '../../api/file-folders.js'
import { keys } from '../../api/queries.js'
import { replaceFile } from '../../api/replace-file.js'
import type { Site, StoredFile } from '../../api/types.js'
import { useSiteJobs } from '../../app/jobs.js'
import { Link } from '../../app/router.js'
import { forgetPictures } from '../../editor/text/picture-store.js'
import { baseOf, textFor } from '../../editor/text/format.js'
import { Thumbnail } from '../../fields/thumbnail.js'
import { agoText, sizeText, t, uploadFailedText } from '../../text/text.js'
import { Button } from '../../ui/button.js'
import { chooseFiles } from '../../ui/choose-files.js'
import { Confirm, Window } from '../../ui/dialog.js'
import { Checkbox } from '../../ui/field.js'
import { download } from '../../ui/download.js'
import { useAction } from '../../ui/form.js'
import { Icon } from '../../ui/icons.js'
import { Menu, type MenuEntry } from '../../ui/menu.js'
import { showToast } from '../../ui/toast.js'
import { endingOf, RenameWindow } from './file-rename.js'
import { mayRename, type useFileSelection } from './file-selection.js'
import { selectionText } from './selection-texts.js'
import { Name, PathName } from '../../ui/name.js'

type OpenWindow = 'uses' | 'rename' | 'delete' | null

interface TileProps {
  readonly file: StoredFile
  readonly selection: ReturnType<typeof useFileSelection>
}

export function FileTile({ file, selection }: TileProps) {
  const [openWindow, setOpenWindow] = useState<OpenWindow>(null)
  const { isBusy, send: remove } = useRemoval(file)
  const entries = useEntries(file, setOpenWindow)
  const label = t('files.of', { name: file.basename })
  const close = () => setOpenWindow(null)
  const isChosen = selection.paths.has(file.filename)
  return (
    <li className={`file${isChosen ? ' chosen' : ''}`}>
      <Thumbnail file={file} />
      {selection.isChoosable(file) && (
        <Checkbox
          label={selectionText('choose', { name: file.basename })}
          isOn={isChosen}
          onChange={(isOn, isRange) => selection.toggle(file, isOn, isRange)}
        />
      )}
      <div className="file-name">
        <span className="grow stack-small">
          <PathName className="cut" title={file.basename} text={file.basename} />
          <span className="faint cut">{factsOf(file)}</span>
        </span>
        <Menu label={label} entries={entries}>
          <Pressable className="button icon-only quiet" aria-label={label}>
            <Icon name="more" />
          </Pressable>
        </Menu>
      </div>
      <Window title={t('files.where')} isOpen={openWindow === 'uses'} onClose={close}>
        <Uses file={file} />
        <div className="row-end">
          <Button onPress={close}>{t('close')}</Button>
        </div>
      </Window>
      <RenameWindow file={file} isOpen={openWindow === 'rename'} onClose={close} />
      <Confirm
        title={t('files.delete', { name: file.basename })}
        action={t('delete')}
        isOpen={openWindow === 'delete'}
        isBusy={isBusy}
        onClose={close}
        onConfirm={() => void remove().then(close)}
      >
        <p>{t('files.delete.text')}</p>
        <Uses file={file} />
      </Confirm>
    </li>
  )
}

/** The menu: the actions that the user may do. */
function useEntries(file: StoredFile, openNext: (what: OpenWindow) => void): readonly MenuEntry[] {
  const { site } = useSiteJobs()
  const replace = useReplacing(file)
  const entries: MenuEntry[] = [
    { id: 'copy', label: t('files.copy'), icon: 'copy', onAction: () => copy(site, file) },
    {
      id: 'download',
      label: t('download'),
      icon: 'download',
      onAction: () => download(file.download_url, file.basename),
    },
  ]
  if (file.used_by.length > 0) {
    const onAction = () => openNext('uses')
    entries.push({ id: 'uses', label: t('files.where'), icon: 'search', onAction })
  }
  if (mayRename(site, file)) {
    const onAction = () => openNext('rename')
    entries.push({ id: 'rename', label: t('files.rename'), icon: 'form', onAction })
  }
  if (file.can.update) {
    const onAction = () => chooseFor(file, (chosen) => void replace(chosen))
    entries.push({ id: 'replace', label: t('files.replace'), icon: 'upload', onAction })
  }
  if (file.can.delete) {
    const onAction = () => openNext('delete')
    entries.push({ id: 'delete', label: t('delete'), icon: 'trash', isDanger: true, onAction })
  }
  return entries
}

/** The facts below the name in one line, such as `1200 × 800 · in 2 texts`. */
function factsOf({ width, height, filesize, used_by: uses, updated_at }: StoredFile): string {
  const kept = sizeText(filesize)
  const size = width !== null && height !== null ? `${width} × ${height}` : kept
  const more = size === kept ? agoText(updated_at) : kept
  const facts = [size, uses.length > 0 ? t('files.used', { count: uses.length }) : more]
  // Break the line only between facts.
  return facts.map((fact) => fact.replaceAll(' ', '\u00a0')).join(' · ')
}

/** The documents that use the file. */
function Uses({ file }: { file: StoredFile }) {
  const { site } = useSiteJobs()
  if (file.used_by.length === 0) return null
  return (
    <ul className="uses">
      {file.used_by.map(({ type, id, title, path }) => (
        <li key={id}>
          <Link to={`/sites/${site.id}/${type}s/${id}`}>
            <Name text={title || path} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function useRemoval(file: StoredFile) {
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  return useAction(async () => {
    await deleteFile(site.id, file)
    showToast('good', t('deleted', { name: file.basename }))
    await cache.invalidateQueries({ queryKey: keys.files(site.id) })
  })
}

/** Chooses a replacement with the same extension, because the name stays. */
function chooseFor({ basename }: StoredFile, onChoice: (file: File) => void): void {
  const ending = endingOf(basename)
  chooseFiles(ending === '' ? {} : { accept: `.${ending}` }, ([chosen]) => {
    if (!chosen) return
    if (endingOf(chosen.name) === ending) onChoice(chosen)
    else showToast('bad', t('files.replace.kind', { ending }))
  })
}

function useReplacing(file: StoredFile) {
  const { site } = useSiteJobs()
  const cache = useQueryClient()
  return async (chosen: File) => {
    try {
      await replaceFile(site, file, chosen)
      forgetPictures()
      showToast('good', t('files.replaced', { name: file.basename }))
      await cache.invalidateQueries({ queryKey: keys.files(site.id) })
    } catch (error) {
      showToast('bad', uploadFailedText(chosen.name, error))
    }
  }
}

/** Deletes a file: through its collection if it has one, otherwise through the source. */
function deleteFile(siteId: string, { filename, sha }: StoredFile): Promise<unknown> {
  const headers = { 'If-Match': `"${sha}"` }
  if (storePlaceOf(filename).collection === null) {
    return call('deleteSource', { path: { site_id: siteId, name: filename }, headers })
  }
  return call('deleteFile', { path: { site_id: siteId, filename }, headers })
}

function copy(site: Site, file: StoredFile): void {
  navigator.clipboard.writeText(textFor(file, 'markdown', baseOf(site))).then(
    () => showToast('good', t('copied')),
    () => showToast('bad', t('copy-failed')),
  )
}
