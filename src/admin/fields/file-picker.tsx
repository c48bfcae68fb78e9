/** The window in which the user chooses a file of the site, or uploads one. */

import { useDeferredValue, useState } from 'react'
import { FileTrigger, ListBox, ListBoxItem } from 'react-aria-components'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { list } from '../api/client.js'
import { keys } from '../api/queries.js'
import type { Site, StoredFile } from '../api/types.js'
import type { NamedFile } from '../editor/text/format.js'
import { storeFile } from '../editor/uploads.js'
import { messageOf, t, uploadFailedText } from '../text/text.js'
import { Button } from '../ui/button.js'
import { chooseFiles } from '../ui/choose-files.js'
import { Window } from '../ui/dialog.js'
import { Search } from '../ui/field.js'
import { Notice } from '../ui/notice.js'
import { Waiting } from '../ui/page.js'
import { useCrop } from './use-crop.js'
import { Thumbnail } from './thumbnail.js'
import { PathName } from '../ui/name.js'
import { showToast } from '../ui/toast.js'

interface PickerProps {
  readonly site: Site
  readonly isOpen: boolean
  readonly onClose: () => void
  /** True to show images only. */
  readonly isImage: boolean
  readonly onChoose: (file: NamedFile) => void
  /**
   * Takes the files that are to be uploaded, and the originals of cropped ones that are only kept; the window closes.
   * Without it they are uploaded here, and chosen.
   */
  readonly onFiles?: (files: readonly File[], originals?: readonly File[]) => void
}

/** Most files that are shown; others are found by their name. */
const MAX_SHOWN = 60

export function FilePicker({ isOpen, onClose, ...rest }: PickerProps) {
  const title = rest.isImage ? t('fields.choose-image') : t('fields.choose-file')
  const choose = (file: NamedFile) => {
    rest.onChoose(file)
    onClose()
  }
  const { onFiles } = rest
  const take = (files: readonly File[], originals: readonly File[] = []) => {
    onFiles?.(files, originals)
    onClose()
  }
  return (
    <Window title={title} isOpen={isOpen} onClose={onClose} isWide>
      <Files {...rest} title={title} onChoose={choose} />
      <div className="row-end">
        {rest.site.can.upload_files &&
          (onFiles ? <UploadSeveral onFiles={take} /> : <Upload {...rest} onChoose={choose} />)}
        <Button onPress={onClose}>{t('cancel')}</Button>
      </div>
    </Window>
  )
}

type PartProps = Pick<PickerProps, 'site' | 'isImage' | 'onChoose'>

function Files({ site, isImage, onChoose, title }: PartProps & { title: string }) {
  const [search, setSearch] = useState('')
  const q = useDeferredValue(search) || undefined
  const { data, error } = useQuery({
    queryKey: [...keys.files(site.id), 'picker', q],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      list('listMedia', {
        path: { site_id: site.id },
        query: { q, per_page: 200, sort: 'updated_at-desc' },
        signal,
      }),
  })
  const found = data && picturesFirst(data.items).filter((file) => !isImage || isPicture(file))
  const files = found?.slice(0, MAX_SHOWN)
  const isMore = found && files && (found.length > files.length || data.total > data.items.length)
  return (
    <>
      <Search label={t('files.search')} value={search} onChange={setSearch} />
      {error && <Notice tone="bad">{messageOf(error)}</Notice>}
      {!data && !error && <Waiting />}
      {files && (
        <ListBox
          aria-label={title}
          className="picker"
          layout="grid"
          selectionMode="none"
          items={files.map((file) => ({ ...file, id: file.url }))}
          onAction={(key) => {
            const file = files.find(({ url }) => url === key)
            if (file) onChoose(file)
          }}
          renderEmptyState={() => <p className="soft">{t('fields.no-files')}</p>}
        >
          {(file) => (
            <ListBoxItem className="picker-file" textValue={file.basename}>
              <Thumbnail file={file} />
              <PathName className="cut" text={file.basename} />
            </ListBoxItem>
          )}
        </ListBox>
      )}
      {isMore && <p className="faint">{t('fields.more-files')}</p>}
    </>
  )
}

/** The newest first, but pictures before all else: other files are rarely what a text is to show. */
function picturesFirst(files: readonly StoredFile[]): readonly StoredFile[] {
  return files.toSorted((a, b) => Number(isPicture(b)) - Number(isPicture(a)))
}

function isPicture({ content_type: type }: StoredFile): boolean {
  return type.startsWith('image/')
}

function Upload({ site, isImage, onChoose }: PartProps) {
  const cache = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const store = async (file: File, originals: readonly File[] = []) => {
    const place = { siteId: site.id, collection: 'uploads' }
    setBusy(true)
    try {
      for (const original of originals) await storeFile(original, place)
      const stored = await storeFile(file, place)
      await cache.invalidateQueries({ queryKey: keys.files(site.id) })
      onChoose(stored)
    } catch (error) {
      showToast('bad', uploadFailedText(file.name, error))
    } finally {
      setBusy(false)
    }
  }
  const crop = useCrop(({ files: [file], originals }) => file && void store(file, originals), false)
  return (
    <>
      <Button icon="crop" isDisabled={isBusy} onPress={crop.choose}>
        {t('files.crop')}
      </Button>
      {crop.cropWindow}
      <FileTrigger
        {...(isImage ? { acceptedFileTypes: ['image/*'] } : {})}
        onSelect={(files) => {
          const file = files?.[0]
          if (file) void store(file)
        }}
      >
        <Button icon="upload" busy={isBusy}>
          {t('files.upload')}
        </Button>
      </FileTrigger>
    </>
  )
}

/** Buttons that choose several files, also to be cropped before. */
function UploadSeveral({ onFiles }: Required<Pick<PickerProps, 'onFiles'>>) {
  const crop = useCrop(({ files, originals }) => onFiles(files, originals))
  return (
    <>
      <Button icon="crop" onPress={crop.choose}>
        {t('files.crop')}
      </Button>
      {crop.cropWindow}
      <Button icon="upload" onPress={() => chooseFiles({ isMultiple: true }, onFiles)}>
        {t('files.upload')}
      </Button>
    </>
  )
}
