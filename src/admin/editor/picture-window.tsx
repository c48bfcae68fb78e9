/** The windows that put a picture or a file into the text: one of the library or an upload, and how it is shown. */

import { useState } from 'react'
import type { Site } from '../api/types.js'
import { ShownPicture } from '../fields/file-field.js'
import { FilePicker } from '../fields/file-picker.js'
import { t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Field } from '../ui/text-field.js'
import {
  baseOf,
  isPicture,
  pictureText,
  textFor,
  type Format,
  type NamedFile,
  type PictureShown,
} from './text/format.js'
import type { PictureSource } from './text/picture-source.js'

interface PictureProps {
  readonly site: Site
  readonly format: Format
  readonly isOpen: boolean
  /** The picture of the text that is edited; null for none. */
  readonly edited: PictureSource | null
  readonly onClose: () => void
  /** Called with what is to be inserted. */
  readonly onInsert: (text: string) => void
  readonly onEdit: (picture: PictureSource, shown: PictureShown) => void
  readonly onRemove: (picture: PictureSource) => void
  readonly onFiles: (files: readonly File[], originals?: readonly File[]) => void
}

export function PictureWindow(props: PictureProps) {
  const { site, format, isOpen, edited, onClose, onInsert, onFiles } = props
  const [chosen, setChosen] = useState<NamedFile | null>(null)
  const base = baseOf(site)
  const choose = (file: NamedFile) => {
    if (isPicture(file) && format === 'markdown') setChosen(file)
    else onInsert(textFor(file, format, base))
  }
  const close = () => {
    setChosen(null)
    onClose()
  }
  return (
    <>
      <FilePicker
        site={site}
        isImage={false}
        isOpen={isOpen}
        onClose={onClose}
        onChoose={choose}
        onFiles={onFiles}
      />
      <Window title={t('picture')} isOpen={chosen !== null} onClose={close}>
        {chosen && (
          <PictureForm
            siteId={site.id}
            address={chosen.url}
            onClose={close}
            onDone={(shown) => {
              setChosen(null)
              onInsert(pictureText(chosen, { ...shown, base }))
            }}
          />
        )}
      </Window>
      <Window title={t('picture')} isOpen={edited !== null} onClose={onClose}>
        {edited && (
          <PictureForm
            siteId={site.id}
            address={edited.address}
            initial={edited}
            onClose={onClose}
            onDone={(shown) => props.onEdit(edited, shown)}
            onRemove={() => props.onRemove(edited)}
          />
        )}
      </Window>
    </>
  )
}

interface FormProps {
  readonly siteId: string
  readonly address: string
  /** How a picture of the text is shown now. */
  readonly initial?: PictureShown
  readonly onClose: () => void
  readonly onDone: (shown: PictureShown) => void
  readonly onRemove?: () => void
}

function PictureForm({ siteId, address, initial, onClose, onDone, onRemove }: FormProps) {
  const [label, setLabel] = useState(initial?.label ?? '')
  const [caption, setCaption] = useState(initial?.caption ?? '')
  const [width, setWidth] = useState(initial?.width ?? '')
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        onDone({ label, caption, width })
      }}
    >
      <div className="picture-shown">
        <ShownPicture siteId={siteId} address={address} />
      </div>
      <Field
        label={t('picture.label')}
        help={t('picture.label.help')}
        value={label}
        onChange={setLabel}
        autoFocus
      />
      <Field label={t('picture.caption')} value={caption} onChange={setCaption} />
      <Field label={t('picture.width')} type="number" value={width} onChange={setWidth} />
      <div className="row-end">
        {onRemove && (
          <Button icon="trash" look="remove" onPress={onRemove}>
            {t('picture.remove')}
          </Button>
        )}
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="primary" type="submit">
          {t(initial ? 'picture.apply' : 'picture.insert')}
        </Button>
      </div>
    </form>
  )
}
