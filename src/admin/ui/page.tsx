/** The parts of screens: title with actions, cards, empty states, loading states. */

import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { shownText } from '../text/shown.js'
import { t } from '../text/text.js'
import { Icon, type IconName } from './icons.js'
import { useLostFocus } from './lost-focus.js'

interface ScreenProps {
  readonly title: string
  /** Replaces the title where it needs more than text. */
  readonly heading?: ReactNode
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A screen. Its title is also the title of the browser tab. */
export function Screen({ title, heading, lead, actions, children }: ScreenProps) {
  useTitle(title)
  const arrived = useHeadingFocus()
  return (
    <div className="screen">
      <header className="screen-head">
        <div className="grow stack-small">
          <h1 ref={arrived} tabIndex={-1} dir="auto">
            {heading ?? shownText(title)}
          </h1>
          {lead !== undefined && <p className="soft">{lead}</p>}
        </div>
        {actions !== undefined && <div className="row">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${shownText(title)} · Galley`
  }, [title])
}

/** After loading the page, screen readers read it from the top, so the heading gets no focus. */
const loaded = { path: location.pathname, isShown: false }

/**
 * Redirects from a path that has no screen. The target counts as the loaded page.
 *
 * @param go navigates to the target
 */
export function redirect(go: () => void): void {
  const isLoaded = location.pathname === loaded.path
  go()
  if (isLoaded) loaded.path = location.pathname
}

/**
 * Moves the focus to the heading of a screen after navigation, unless a field has it: the pressed link is gone, and
 * screen readers must announce the new screen. Later, whenever what has the focus disappears.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useLostFocus(heading)
  useEffect(() => {
    const isLoaded = !loaded.isShown && location.pathname === loaded.path
    loaded.isShown = true
    if (isLoaded || document.querySelector('#main')?.contains(document.activeElement)) return
    heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}

interface CardProps {
  readonly title?: string
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A card that groups related content. */
export function Card({ title, lead, actions, children }: CardProps) {
  return (
    <section className="card">
      {title !== undefined && (
        <header className="row">
          <div className="grow stack-small">
            <h2>{title}</h2>
            {lead !== undefined && <p className="faint">{lead}</p>}
          </div>
          {actions}
        </header>
      )}
      <div className="card-body">{children}</div>
    </section>
  )
}

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}

/** An empty state, with what to do about it. */
export function Empty({ icon, title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <span className="empty-icon">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {children !== undefined && <p className="soft">{children}</p>}
      {action}
    </div>
  )
}

interface WaitingListProps {
  readonly look: 'table' | 'tiles' | 'lines' | 'files' | 'names'
  readonly rows?: number
}

/** The placeholder of a loading list, about as large as the list, so that nothing moves. */
export function WaitingList({ look, rows = 8 }: WaitingListProps) {
  return (
    <div role="status">
      <span className="visually-hidden">{t('waiting')}</span>
      <div className={`bones ${look}`} aria-hidden="true">
        {Array.from({ length: rows }, (_, index) => (
          <span key={index}>
            <span />
            <span />
          </span>
        ))}
      </div>
    </div>
  )
}

/** The placeholder of a loading document: bar, title and lines. */
export function WaitingText() {
  return (
    <div className="editor" role="status">
      <span className="visually-hidden">{t('waiting')}</span>
      <div className="editor-bar" aria-hidden="true" />
      <div className="writing grow">
        <div className="bones text" aria-hidden="true">
          {Array.from({ length: 7 }, (_, index) => (
            <span key={index} />
          ))}
        </div>
      </div>
    </div>
  )
}

/** A general loading indicator. */
export function Waiting() {
  return (
    <div className="waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      <span className="visually-hidden">{t('waiting')}</span>
    </div>
  )
}
