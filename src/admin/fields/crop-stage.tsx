/** A picture with the rectangle that stays of it, which is dragged, or moved with the arrow keys. */

import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react'
import { moved, spanned, type Point, type Rect, type Shape, type Size } from './crop.js'
import { cropText } from './crop-texts.js'

interface StageProps {
  readonly src: string
  readonly size: Size
  readonly rect: Rect
  readonly shape: Shape
  readonly onChange: (rect: Rect) => void
}

/** With the opposite one, which stays where it is. */
const CORNERS = [
  { name: 'top-left', x: 0, y: 0 },
  { name: 'top-right', x: 1, y: 0 },
  { name: 'bottom-left', x: 0, y: 1 },
  { name: 'bottom-right', x: 1, y: 1 },
] as const
type Corner = (typeof CORNERS)[number]

function cornerOf(rect: Rect, { x, y }: Point): Point {
  return { x: rect.x + x * rect.width, y: rect.y + y * rect.height }
}

const oppositeOf = (rect: Rect, { x, y }: Point) => cornerOf(rect, { x: 1 - x, y: 1 - y })

/** What a pointer does: it spans a rectangle from a point, or moves the one that there was from where it took it. */
type Grab = { readonly from: Point; readonly rect: Rect | null }

export function CropStage({ src, size, rect, shape, onChange }: StageProps) {
  const stage = useRef<HTMLDivElement>(null)
  const span = (from: Point, to: Point) => {
    const next = spanned(from, to, { size, shape })
    if (next) onChange(next)
  }
  const pointers = usePointers({ size, rect, span, onChange })
  const onKey = (event: KeyboardEvent, corner: Corner | null) => {
    const by = stepOf(event, size)
    if (!by) return
    event.preventDefault()
    if (!corner) return onChange(moved(rect, by, size))
    const { x, y } = cornerOf(rect, corner)
    span(oppositeOf(rect, corner), { x: x + by.x, y: y + by.y })
  }
  const place = placeOf(rect, size)
  return (
    <div className="crop">
      <div ref={stage} className="crop-stage" {...pointers}>
        <img src={src} alt="" draggable={false} />
        <div className="crop-shades">
          <div className="crop-shade" style={place} />
        </div>
        <div className="crop-box" style={place}>
          <button
            type="button"
            className="crop-move"
            aria-label={cropText('move')}
            onKeyDown={(event) => onKey(event, null)}
          />
          {CORNERS.map((corner) => (
            <button
              key={corner.name}
              type="button"
              className="crop-corner"
              data-corner={corner.name}
              aria-label={cropText(`corner.${corner.name}`)}
              onKeyDown={(event) => onKey(event, corner)}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

interface Pointers extends Pick<StageProps, 'size' | 'rect' | 'onChange'> {
  readonly span: (from: Point, to: Point) => void
}

function usePointers({ size, rect, span, onChange }: Pointers) {
  const grab = useRef<Grab | null>(null)
  const end = () => {
    grab.current = null
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !(event.target instanceof Element)) return
      event.currentTarget.setPointerCapture(event.pointerId)
      const from = pointOf(event, size)
      const { target } = event
      const corner = CORNERS.find(({ name }) => name === target.getAttribute('data-corner'))
      // What has the whole picture can't be moved in it: another one is drawn.
      const isWhole = rect.width === size.width && rect.height === size.height
      if (corner) grab.current = { from: oppositeOf(rect, corner), rect: null }
      else grab.current = { from, rect: target.closest('.crop-box') && !isWhole ? rect : null }
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!grab.current) return
      const { from, rect: taken } = grab.current
      const to = pointOf(event, size)
      if (taken) onChange(moved(taken, { x: to.x - from.x, y: to.y - from.y }, size))
      else span(from, to)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}

/** Where a pointer is, in pixels of the picture; within it. */
function pointOf(event: PointerEvent<HTMLElement>, size: Size): Point {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
  const part = (at: number, of: number) => Math.max(0, Math.min(1, at / of))
  return {
    x: part(event.clientX - left, width) * size.width,
    y: part(event.clientY - top, height) * size.height,
  }
}

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** How far an arrow key goes: a fiftieth of the picture, or a pixel with Shift. */
function stepOf({ key, shiftKey }: KeyboardEvent, size: Size): Point | null {
  const to = DIRECTIONS[key]
  if (!to) return null
  const step = shiftKey ? 1 : Math.max(1, Math.round(Math.max(size.width, size.height) / 50))
  return { x: to.x * step, y: to.y * step }
}

function placeOf(rect: Rect, size: Size): CSSProperties {
  const percent = (part: number, of: number) => `${(100 * part) / of}%`
  return {
    left: percent(rect.x, size.width),
    top: percent(rect.y, size.height),
    width: percent(rect.width, size.width),
    height: percent(rect.height, size.height),
  }
}
