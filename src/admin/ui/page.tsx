/** The parts of a screen: title with actions, cards, what stands where nothing is yet. */

import { useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { shownText } from '../text/shown.js'
import { t } from '../text/text.js'
import { Icon, type IconName } from './icons.js'

interface ScreenProps {
  readonly title: string
  /** Stands for the title where that needs more than text. */
  readonly heading?: ReactNode
  readonly lead?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** One screen; its title is the title of the browser's tab, too. */
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

/** A page that was just loaded is read from its top, as everywhere. */
const loaded = { path: location.pathname, isShown: false }

/** @param go leads on from an address that has no screen: what it leads to is what was loaded */
export function redirect(go: () => void): void {
  const isLoaded = location.pathname === loaded.path
  go()
  if (isLoaded) loaded.path = location.pathname
}

/**
 * The heading of a screen that one goes to gets the focus, unless a field has it: what was pressed is
 * elsewhere or gone, and who sees nothing hears where she is.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
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

/** Things that belong together. */
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

/** What stands where nothing is yet, with what to do about it. */
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

/** While a list is on its way: about as large as it will be, so that nothing jumps when it comes. */
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

/** While a text is on its way: bar, title and lines, where they will be. */
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

/** While something is on its way. */
export function Waiting() {
  return (
    <div className="waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      <span className="visually-hidden">{t('waiting')}</span>
    </div>
  )
}
