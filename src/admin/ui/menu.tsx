/** A menu of actions and links. */

import type { ReactNode } from 'react'
import { Menu as MenuPrimitive, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { Icon, type IconName } from './icons.js'

export interface MenuEntry {
  readonly id: string
  readonly label: string
  readonly icon?: IconName
  readonly isDanger?: boolean
  /** Makes the entry a link. */
  readonly href?: string
  readonly onAction?: () => void
}

interface MenuProps {
  readonly label: string
  readonly entries: readonly MenuEntry[]
  readonly onOpenChange?: (isOpen: boolean) => void
  /** Content of the button that opens the menu. */
  readonly children: ReactNode
}

/** A menu below its button, with the usual keys: arrows, first letters, Escape. */
export function Menu({ label, entries, onOpenChange, children }: MenuProps) {
  return (
    <MenuTrigger {...(onOpenChange && { onOpenChange })}>
      {children}
      <Popover className="popover" offset={6} placement="bottom end">
        <MenuPrimitive aria-label={label} items={entries}>
          {(entry) => (
            <MenuItem
              className={`option${entry.isDanger ? ' danger' : ''}`}
              textValue={entry.label}
              href={entry.href}
              onAction={entry.onAction}
            >
              {entry.icon && <Icon name={entry.icon} />}
              {entry.label}
            </MenuItem>
          )}
        </MenuPrimitive>
      </Popover>
    </MenuTrigger>
  )
}
