/** Where one is: the path of the page, and ways to another one. Links are real links. */

import { useCallback, useSyncExternalStore, type ReactNode } from 'react'
import { RouterProvider } from 'react-aria-components'

const BASE = '/admin'

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

/** Goes to a path below the admin, e.g. `/sites`. */
export function navigate(path: string, options: { replace?: boolean } = {}): void {
  const url = path.startsWith(BASE) ? path : BASE + path
  if (options.replace) history.replaceState(null, '', url)
  else history.pushState(null, '', url)
  emit()
  scrollTo(0, 0)
}

/** The path below the admin, without a slash at its end. */
export function usePath(): string {
  const path = useSyncExternalStore(subscribe, () => location.pathname)
  return path.slice(BASE.length).replace(/\/$/, '') || '/'
}

/** One parameter of the query and how to set it; `null` takes it away. */
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

/** A link inside the admin; with Ctrl or the middle button it opens elsewhere as links do. */
export function Link({ to, className, isCurrent, children, label }: LinkProps) {
  return (
    <a
      href={BASE + to}
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

/** Lets menus and buttons with an address use this router. */
export function Router({ children }: { children: ReactNode }) {
  return (
    <RouterProvider navigate={(path) => navigate(path)} useHref={(path) => hrefOf(path)}>
      {children}
    </RouterProvider>
  )
}

function hrefOf(path: string): string {
  return path.startsWith('/') && !path.startsWith(BASE) ? BASE + path : path
}
