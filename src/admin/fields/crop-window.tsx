/** The window that crops pictures and makes them smaller before they are uploaded, one after the other. */

import { useEffect, useState } from 'react'
import { t } from '../text/text.js'
import { Button } from '../ui/button.js'
import { Window } from '../ui/dialog.js'
import { Select, Switch } from '../ui/field.js'
import { Notice } from '../ui/notice.js'
import { PathName } from '../ui/name.js'
import { Waiting } from '../ui/page.js'
import { Field } from '../ui/text-field.js'
import {
  cropped,
  CROPPED_TYPES,
  isAnimated,
  MAX_PIXELS,
  originalName,
  shapedWithin,
  sizeOf,
  wholeOf,
  type Rect,
  type Shape,
} from './crop.js'
import { CropStage } from './crop-stage.js'
import { cropText } from './crop-texts.js'
import '../style/crop.css'

/** What is uploaded: the pictures, and the originals that are kept beside them. */
export interface Prepared {
  readonly files: readonly File[]
  readonly originals: readonly File[]
}

interface WindowProps {
  readonly files: readonly File[]
  readonly onClose: () => void
  readonly onDone: (prepared: Prepared) => void
}

/** What stays the same from one picture to the next. */
interface Settings {
  readonly shape: Shape
  readonly maxWidth: string
  readonly keeps: boolean
}

const FIRST: Settings = { shape: 'free', maxWidth: '', keeps: false }

export function CropWindow({ files, onClose, onDone }: WindowProps) {
  const [made, setMade] = useState<Prepared>({ files: [], originals: [] })
  const [settings, setSettings] = useState(FIRST)
  const number = made.files.length + 1
  const file = files[number - 1]
  const take = (next: File, original: File | null) => {
    const all = {
      files: [...made.files, next],
      originals: original ? [...made.originals, original] : made.originals,
    }
    if (all.files.length < files.length) setMade(all)
    else onDone(all)
  }
  const title =
    files.length === 1 ? cropText('title') : cropText('title.of', { number, count: files.length })
  return (
    <Window title={title} isOpen onClose={onClose} canDismiss={false} isWide>
      {file && (
        <Cropping
          key={number}
          {...{ file, settings, onClose }}
          onSettings={setSettings}
          onTake={take}
          action={number < files.length ? cropText('next') : t('files.upload')}
        />
      )}
    </Window>
  )
}

type Loaded =
  | { readonly picture: HTMLImageElement; readonly problem: null }
  | { readonly picture: null; readonly problem: 'type' | 'large' | 'animated' | 'unreadable' }

/** The picture of a file, and why it can't be cropped; null until it is known. */
function usePicture(file: File): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    let isGone = false
    const show = async () => {
      const next = await load(file, url)
      if (!isGone) setLoaded(next)
    }
    void show()
    return () => {
      isGone = true
      URL.revokeObjectURL(url)
    }
  }, [file])
  return loaded
}

async function load(file: File, url: string): Promise<Loaded> {
  if (!CROPPED_TYPES.includes(file.type)) return { picture: null, problem: 'type' }
  if (await isAnimated(file)) return { picture: null, problem: 'animated' }
  const picture = new Image()
  const isRead = await new Promise<boolean>((resolve) => {
    picture.onload = () => resolve(true)
    picture.onerror = () => resolve(false)
    picture.src = url
  })
  if (!isRead) return { picture: null, problem: 'unreadable' }
  // Its size stands in its head; the pixels are only read when they are shown.
  const isLarge = picture.naturalWidth * picture.naturalHeight > MAX_PIXELS
  return isLarge ? { picture: null, problem: 'large' } : { picture, problem: null }
}

interface CroppingProps {
  readonly file: File
  readonly settings: Settings
  readonly onSettings: (settings: Settings) => void
  readonly onTake: (file: File, original: File | null) => void
  readonly onClose: () => void
  /** The word for what is done with it. */
  readonly action: string
}

function Cropping(props: CroppingProps) {
  const { file, onTake, onClose, action } = props
  const loaded = usePicture(file)
  if (loaded?.picture) return <CropForm {...props} picture={loaded.picture} />
  return (
    <>
      <PathName className="cut" text={file.name} />
      {loaded ? <Notice tone="warn">{cropText(loaded.problem)}</Notice> : <Waiting />}
      <div className="row-end">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button look="primary" isDisabled={!loaded} onPress={() => onTake(file, null)}>
          {action}
        </Button>
      </div>
    </>
  )
}

const MAX_WIDTH = 20_000

/** The width that is written in the field; null for none, undefined for nonsense. */
function widthOf(text: string): number | null | undefined {
  if (text.trim() === '') return null
  const width = Number(text)
  return Number.isInteger(width) && width >= 1 && width <= MAX_WIDTH ? width : undefined
}

type FormProps = CroppingProps & { readonly picture: HTMLImageElement }

/** The rectangle that stays, the size that is made of it, and what makes it. */
function useCrop({ file, picture, settings, onTake }: FormProps) {
  const size = { width: picture.naturalWidth, height: picture.naturalHeight }
  const [rect, setRect] = useState<Rect>(() => shapedWithin(wholeOf(size), settings.shape))
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')
  const width = widthOf(settings.maxWidth)
  const made = sizeOf(rect, width ?? null)
  const crop = async () => {
    // Nothing is lost by writing anew what stays as it is.
    if (made.width === size.width && made.height === size.height) return onTake(file, null)
    setState('busy')
    const next = await cropped(file, { picture, rect, size: made })
    if (!next) return setState('failed')
    const { name, type, lastModified } = file
    const original = new File([file], originalName(name), { type, lastModified })
    onTake(next, settings.keeps ? original : null)
  }
  return { size, rect, setRect, state, made, isWrong: width === undefined, crop }
}

function CropForm(props: FormProps) {
  const { file, picture, settings, onSettings, onTake, onClose, action } = props
  const { size, rect, setRect, state, made, isWrong, crop } = useCrop(props)
  const isBusy = state === 'busy'
  const change = (next: Settings) => {
    onSettings(next)
    const isShaped = next.shape !== settings.shape && next.shape !== 'free'
    if (isShaped) setRect(shapedWithin(wholeOf(size), next.shape))
  }
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrong && !isBusy) void crop()
      }}
    >
      <p className="soft">{cropText('lead')}</p>
      <CropStage src={picture.src} shape={settings.shape} {...{ size, rect }} onChange={setRect} />
      <p className="row crop-facts">
        <PathName className="cut" text={file.name} />
        <output className="faint">{cropText('size', { ...made })}</output>
      </p>
      <Choices name={file.name} {...{ settings, isWrong }} onChange={change} />
      {state === 'failed' && <Notice tone="bad">{cropText('failed')}</Notice>}
      <div className="row-end">
        <Button onPress={onClose}>{t('cancel')}</Button>
        <Button isDisabled={isBusy} onPress={() => onTake(file, null)}>
          {cropText('as-is')}
        </Button>
        <Button look="primary" type="submit" busy={isBusy} isDisabled={isWrong}>
          {action}
        </Button>
      </div>
    </form>
  )
}

const SHAPE_NAMES = ['free', '1:1', '16:9', '4:3'] as const

interface ChoicesProps {
  readonly name: string
  readonly settings: Settings
  /** Whether the width is nonsense. */
  readonly isWrong: boolean
  readonly onChange: (settings: Settings) => void
}

function Choices({ name, settings, isWrong, onChange }: ChoicesProps) {
  const { shape, maxWidth, keeps } = settings
  return (
    <>
      <div className="two">
        <Select
          label={cropText('shape')}
          value={shape}
          choices={SHAPE_NAMES.map((id) => ({ id, label: cropText(`shape.${id}`) }))}
          onChange={(id) =>
            onChange({ ...settings, shape: SHAPE_NAMES.find((one) => one === id) ?? 'free' })
          }
        />
        <Field
          label={cropText('width')}
          type="number"
          help={cropText('width.help')}
          value={maxWidth}
          onChange={(text) => onChange({ ...settings, maxWidth: text })}
          error={isWrong ? cropText('width.wrong') : undefined}
        />
      </div>
      <div className="stack-small">
        <Switch
          label={cropText('keep')}
          isOn={keeps}
          onChange={(isOn) => onChange({ ...settings, keeps: isOn })}
        />
        {keeps && (
          <span className="faint">{cropText('keep.as', { name: originalName(name) })}</span>
        )}
      </div>
    </>
  )
}
