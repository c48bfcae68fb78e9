/** The title field above the text. It grows with its text, but has no line breaks. */

import { useLayoutEffect, useRef } from 'react'

interface TitleProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly isReadOnly: boolean
  /** True for a new document: typing starts in the title. */
  readonly autoFocus: boolean
  readonly onChange: (value: string) => void
  /** Called on Enter, which moves to the body. */
  readonly onEnter: () => void
}

export function TitleField({ label, isReadOnly, onChange, onEnter, ...shown }: TitleProps) {
  const element = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    const area = element.current
    if (!area) return undefined
    const fit = () => {
      area.style.height = 'auto'
      area.style.height = `${area.scrollHeight}px`
    }
    fit()
    let { clientWidth: width } = area
    const observer = new ResizeObserver(() => {
      if (area.clientWidth === width) return
      width = area.clientWidth
      fit()
    })
    observer.observe(area)
    return () => observer.disconnect()
  }, [shown.value])
  return (
    <textarea
      ref={element}
      className="title-input"
      dir="auto"
      rows={1}
      aria-label={label}
      readOnly={isReadOnly}
      {...shown}
      onChange={(event) => onChange(event.target.value.replace(/[\r\n]+/g, ' '))}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
