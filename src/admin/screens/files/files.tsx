/** The screen of images and other files, with the documents that use them. */

import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { list } from '../../api/client.js'
import { collectionFolderOf, isWithin, storePlaceOf } from '../../api/file-folders.js'
import { holdPage } from '../../api/leaving.js'
import { keys } from '../../api/queries.js'
import type { StoredFile } from '../../api/types.js'
import { useSiteJobs } from '../../app/jobs.js'
import { useParameter } from '../../app/router.js'
import { storeFile, storeInSource } from '../../editor/uploads.js'
import { useCrop } from '../../fields/use-crop.js'
import { t, timeOf, uploadFailedText } from '../../text/text.js'
import { Button } from '../../ui/button.js'
import { chooseFiles } from '../../ui/choose-files.js'
import { Search, Select } from '../../ui/field.js'
import { showToast } from '../../ui/toast.js'
import { Empty, Screen, WaitingList } from '../../ui/page.js'
import { LoadError } from '../../ui/load-error.js'
import { SendingList, type Sending } from '../../ui/sending.js'
import { FileSelectionBar, useFileSelection } from './file-selection.js'
import { FileTile } from './file-tile.js'
import { Folders } from './folders.js'

const MAX_LISTED = 2000

const KINDS = ['all', 'pictures', 'others'] as const
type Kind = (typeof KINDS)[number]

const isPicture = ({ content_type: type }: StoredFile): boolean => type.startsWith('image/')

/** The files of a kind; among files uploaded together, images come first. */
function shownOf(files: readonly StoredFile[], kind: Kind): StoredFile[] {
  return files
    .filter((file) => kind === 'all' || isPicture(file) === (kind === 'pictures'))
    .sort(
      (a, b) =>
        timeOf(b.updated_at) - timeOf(a.updated_at) || Number(isPicture(b)) - Number(isPicture(a)),
    )
}

interface FiltersProps {
  readonly search: string
  readonly setSearch: (text: string) => void
  readonly kind: Kind
  readonly setKind: (kind: Kind) => void
}

function Filters({ search, setSearch, kind, setKind }: FiltersProps) {
  return (
    <div className="filters">
      <Search label={t('files.search')} value={search} onChange={setSearch} />
      <div className="filter-choices">
        <Select
          isBare
          label={t('files.kind')}
          value={kind}
          choices={KINDS.map((id) => ({ id, label: t(`files.kind.${id}`) }))}
          onChange={(id) => setKind(KINDS.find((one) => one === id) ?? 'all')}
        />
      </div>
    </div>
  )
}

export function FilesScreen({ collection }: { collection: string }) {
  const { site } = useSiteJobs()
  const [search, setSearch] = useState('')
  const [kind, setKind] = useState<Kind>('all')
  const [folder, setFolder] = useParameter('folder')
  const { data, error } = useFiles(site.id, search)
  const files = data?.items ?? []
  const home = collectionFolderOf(files, collection)
  const place = storePlaceOf(folder === '' ? home : folder)
  const mayPut = place.collection === null ? site.can.edit_source : site.can.upload_files
  const { sending, send } = useUploads(place)
  const crop = useCrop((made) => send([...made.files, ...made.originals]))
  const pick = mayPut && <Pick onCrop={crop.choose} onFiles={send} />
  const shown = shownOf(files, kind).filter((file) => isWithin(file, folder))
  const selection = useFileSelection(shown)
  const clear = () => {
    setSearch('')
    setKind('all')
    setFolder(null)
  }
  const isFiltered = search !== '' || kind !== 'all'
  const isEmpty = data?.total === 0 && !isFiltered && folder === '' && sending.length === 0
  return (
    <Screen title={t('files')} actions={isEmpty ? undefined : pick}>
      {!isEmpty && <Filters {...{ search, setSearch, kind, setKind }} />}
      {data && !isEmpty && (
        <Folders files={files} folder={folder} newIn={mayPut ? folder || home : null} />
      )}
      {error && <LoadError error={error} />}
      {!data && !error && <WaitingList look="files" />}
      <Drop isOn={mayPut} onFiles={send}>
        {isEmpty && (
          <Empty icon="image" title={t('files.none')} action={pick}>
            {t('files.none.text')}
          </Empty>
        )}
        <SendingList sending={sending} />
        <ul className="files">
          {shown.map((file) => (
            <FileTile key={file.filename} file={file} selection={selection} />
          ))}
        </ul>
        {data && !isEmpty && shown.length === 0 && (
          <NothingShown {...{ isFiltered, mayPut, search }} onClear={clear} />
        )}
      </Drop>
      {crop.cropWindow}
      <FileSelectionBar files={files} selection={selection} />
    </Screen>
  )
}

interface PickProps {
  readonly onCrop: () => void
  readonly onFiles: (files: readonly File[]) => void
}

function Pick({ onCrop, onFiles }: PickProps) {
  return (
    <>
      <Button icon="crop" onPress={onCrop}>
        {t('files.crop')}
      </Button>
      <Button
        look="primary"
        icon="upload"
        onPress={() => chooseFiles({ isMultiple: true }, onFiles)}
      >
        {t('files.upload')}
      </Button>
    </>
  )
}

interface NothingProps {
  readonly isFiltered: boolean
  readonly mayPut: boolean
  readonly search: string
  readonly onClear: () => void
}

/** Shown for an empty folder, or if nothing matches the filters. */
function NothingShown({ isFiltered, mayPut, search, onClear }: NothingProps) {
  if (!isFiltered) {
    return (
      <Empty icon="folder" title={t('files.folder.none')}>
        {mayPut ? t('files.none.text') : undefined}
      </Empty>
    )
  }
  return (
    <Empty
      icon="search"
      title={search === '' ? t('files.kind.none') : t('search.none', { text: search })}
      action={<Button onPress={onClear}>{t('filter.clear')}</Button>}
    />
  )
}

type Place = ReturnType<typeof storePlaceOf>

function useFiles(siteId: string, search: string) {
  return useQuery({
    queryKey: [...keys.files(siteId), search],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      list('listMedia', {
        path: { site_id: siteId },
        query: { q: search || undefined, per_page: MAX_LISTED, sort: 'updated_at-desc' },
        signal,
      }),
  })
}

/**
 * Uploads files one after the other; each is a commit. They go where the screen is when they are sent: the list may
 * have been loaded while they were chosen.
 */
function useUploads(place: Place) {
  const { site } = useSiteJobs()
  const [sending, setSending] = useState<readonly Sending[]>([])
  const cache = useQueryClient()
  const queue = useRef(Promise.resolve())
  const count = useRef(0)
  const shown = useRef(place)
  useEffect(() => {
    shown.current = place
  })
  const uploadOne = async (id: number, file: File, { collection, folder }: Place) => {
    const onProgress = (share: number) =>
      setSending((was) => was.map((item) => (item.id === id ? { ...item, share } : item)))
    const options = { siteId: site.id, folder, onProgress }
    try {
      if (collection === null) await storeInSource(file, options)
      else await storeFile(file, { ...options, collection })
    } catch (error) {
      showToast('bad', uploadFailedText(file.name, error))
    }
    setSending((was) => was.filter((item) => item.id !== id))
    await cache.invalidateQueries({ queryKey: keys.files(site.id) })
  }
  const send = (files: readonly File[]) => {
    for (const file of files) {
      count.current += 1
      const id = count.current
      setSending((was) => [...was, { id, name: file.name, share: 0 }])
      const to = shown.current
      // Those that wait would go with the page, too.
      const release = holdPage()
      queue.current = queue.current.then(() => uploadOne(id, file, to)).finally(release)
    }
  }
  return { sending, send }
}

interface DropProps {
  readonly isOn: boolean
  readonly onFiles: (files: readonly File[]) => void
  readonly children: ReactNode
}

/** A drop zone for files. */
function Drop({ isOn, onFiles, children }: DropProps) {
  const [isOver, setOver] = useState(false)
  const over = (event: DragEvent, next: boolean) => {
    if (!isOn || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(next)
  }
  return (
    <div
      className={`drop${isOver ? ' over' : ''}`}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false)
        onFiles([...event.dataTransfer.files])
      }}
    >
      {children}
    </div>
  )
}
