/** A small router: the current path, its query parameters, and links that are real links. */

import { useCallback, useSyncExternalStore, type ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'
import { BASE } from '../api/base.js'
import { inView, SET, setOfAddress } from '../api/view.js'

const listeners = new Set<() => void>()

function emit(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('popstate', emit)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('popstate', emit)
  }
}

/** Navigates to a path below `/admin`, such as `/sites`. Where another change set is shown, the page is loaded anew. */
export function navigate(path: string, options: { replace?: boolean } = {}): void {
  const url = addressOf(path)
  if (setOfAddress(url) !== SET) return location.assign(url)
  if (options.replace) history.replaceState(null, '', url)
  else history.pushState(null, '', url)
  emit()
  scrollTo(0, 0)
}

/** The address of a path below `/admin`, in the change set that this page shows. */
function addressOf(path: string): string {
  return inView(path.startsWith(BASE) ? path : BASE + path)
}

/**
 * Remembers the current path; the result tells whether it still is the current one. For what navigates later: while the
 * code of the next screen is being loaded, the effects of the screen that was left go on.
 */
export function rememberPath(): () => boolean {
  const { pathname } = location
  return () => location.pathname === pathname
}

/** The current path below `/admin`, without a slash at the end. */
export function usePath(): string {
  const path = useSyncExternalStore(subscribe, () => location.pathname)
  return path.slice(BASE.length).replace(/\/$/, '') || '/'
}

/** A query parameter and a function that sets it; `null` removes it. */
export function useParameter(name: string): [string, (value: string | null) => void] {
  const search = useSyncExternalStore(subscribe, () => location.search)
  const set = useCallback(
    (value: string | null) => {
      const next = new URLSearchParams(location.search)
      if (value === null || value === '') next.delete(name)
      else next.set(name, value)
      const text = next.size > 0 ? `?${next.toString()}` : ''
      history.replaceState(null, '', location.pathname + text)
      emit()
    },
    [name],
  )
  return [new URLSearchParams(search).get(name) ?? '', set]
}

interface LinkProps {
  readonly to: string
  readonly className?: string
  readonly isCurrent?: boolean
  readonly children: ReactNode
  readonly label?: string
}

/** A link inside the admin. With Ctrl or the middle mouse button it opens a new tab, as usual. */
export function Link({ to, className, isCurrent, children, label }: LinkProps) {
  return (
    <a
      href={addressOf(to)}
      className={className}
      aria-label={label}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        navigate(to)
      }}
    >
      {children}
    </a>
  )
}

/** Makes the links in menus and buttons of react-aria use this router. */
export function Router({ children }: { children: ReactNode }) {
  return (
    <RouterProvider navigate={(path) => navigate(path)} useHref={(path) => hrefOf(path)}>
      {children}
    </RouterProvider>
  )
}

function hrefOf(path: string): string {
  return path.startsWith('/') ? addressOf(path) : path
}
