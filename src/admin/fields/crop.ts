/** Cropping pictures: rectangles in pixels of the picture, and which files can be cropped. Pure but for `cropped`. */

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Rect extends Size {
  readonly x: number
  readonly y: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** What a canvas reads and writes. */
export const CROPPED_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** Pixels. A canvas has four bytes for each, and phones refuse larger ones. */
export const MAX_PIXELS = 40_000_000

/** Pixels; a smaller rectangle was hardly meant. */
const MIN_SIDE = 8

/** Width by height of each shape; null for any. */
const SHAPES = { free: null, '1:1': 1, '16:9': 16 / 9, '4:3': 4 / 3 } as const
export type Shape = keyof typeof SHAPES

export const wholeOf = (size: Size): Rect => ({ x: 0, y: 0, ...size })

/** The largest rectangle of a shape within another one, in its middle. */
export function shapedWithin(within: Rect, shape: Shape): Rect {
  const ratio = SHAPES[shape] ?? within.width / within.height
  const width = Math.min(within.width, within.height * ratio)
  const height = width / ratio
  const x = within.x + (within.width - width) / 2
  return rounded({ x, y: within.y + (within.height - height) / 2, width, height })
}

/** The rectangle by so much further right and down, within the picture. */
export function moved(rect: Rect, by: Point, size: Size): Rect {
  const x = between(0, rect.x + by.x, size.width - rect.width)
  const y = between(0, rect.y + by.y, size.height - rect.height)
  return rounded({ ...rect, x, y })
}

/** What a rectangle has to keep to. */
interface Frame {
  readonly size: Size
  readonly shape: Shape
}

/**
 * The rectangle from one corner to the opposite one, within the picture and in its shape.
 *
 * @returns null for one that is too small
 */
export function spanned(from: Point, to: Point, { size, shape }: Frame): Rect | null {
  const [isLeft, isUp] = [to.x < from.x, to.y < from.y]
  const most = {
    width: isLeft ? from.x : size.width - from.x,
    height: isUp ? from.y : size.height - from.y,
  }
  let width = Math.min(most.width, Math.abs(to.x - from.x))
  let height = Math.min(most.height, Math.abs(to.y - from.y))
  const ratio = SHAPES[shape]
  if (ratio !== null) {
    // Between both, so that each of the two directions counts.
    const wanted = (Math.abs(to.x - from.x) + Math.abs(to.y - from.y) * ratio) / 2
    width = Math.min(wanted, most.width, most.height * ratio)
    height = width / ratio
  }
  if (width < MIN_SIDE || height < MIN_SIDE) return null
  const x = isLeft ? from.x - width : from.x
  return rounded({ x, y: isUp ? from.y - height : from.y, width, height })
}

/** Whole pixels. */
function rounded({ x, y, width, height }: Rect): Rect {
  const [left, top] = [Math.round(x), Math.round(y)]
  const [right, bottom] = [Math.round(x + width), Math.round(y + height)]
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}

/** The size that a cropped picture gets; it never grows. */
export function sizeOf({ width, height }: Size, maxWidth: number | null): Size {
  if (maxWidth === null || width <= maxWidth) return { width, height }
  return { width: maxWidth, height: Math.max(1, Math.round((height * maxWidth) / width)) }
}

/** `mole.jpg` -> `mole-original.jpg`. */
export function originalName(name: string): string {
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)}-original${name.slice(dot)}` : `${name}-original`
}

/** Bytes that are searched for what says that a picture moves. */
const HEAD = 4096

/** Whether a PNG or WebP is animated: a canvas would keep only its first picture. */
export async function isAnimated(file: File): Promise<boolean> {
  const head = new TextDecoder('latin1').decode(await file.slice(0, HEAD).arrayBuffer())
  // The chunk of animations (APNG; WebP, "Extended File Format"), which stands before all pictures.
  if (file.type === 'image/png') return head.includes('acTL')
  return file.type === 'image/webp' && head.includes('ANIM')
}

/** High enough that nobody sees it. */
const QUALITY = 0.9

interface Cropping {
  readonly picture: HTMLImageElement
  readonly rect: Rect
  readonly size: Size
}

/**
 * The part of a picture, turned as its EXIF says, in its type and under its name. Nothing of its metadata is left.
 *
 * @returns null if the browser can't write it
 */
export async function cropped(file: File, { picture, rect, size }: Cropping): Promise<File | null> {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  const context = canvas.getContext('2d')
  if (!context) return null
  context.imageSmoothingQuality = 'high'
  const { x, y, width, height } = rect
  context.drawImage(picture, x, y, width, height, 0, 0, size.width, size.height)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, file.type, QUALITY)
  })
  // A browser that can't write WebP writes PNG.
  return blob?.type === file.type ? new File([blob], file.name, { type: file.type }) : null
}
