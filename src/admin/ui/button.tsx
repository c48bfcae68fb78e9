/** Buttons, based on react-aria. */

import type { ReactNode } from 'react'
import {
  Button as Pressable,
  ToggleButton,
  Tooltip,
  TooltipTrigger,
  type ButtonProps as PressableProps,
} from 'react-aria-components'
import { Icon, type IconName } from './icons.js'

/** How a button looks. `tonal` is for the publish button, `remove` opens a confirmation, `danger` confirms it. */
export type Look = 'plain' | 'primary' | 'tonal' | 'quiet' | 'remove' | 'danger'

interface ButtonProps extends Omit<PressableProps, 'className' | 'children'> {
  readonly look?: Look
  readonly icon?: IconName
  /** True shows a spinner and disables the button. */
  readonly busy?: boolean
  readonly children: ReactNode
}

/** A button with a text and an optional icon. */
export function Button({ look = 'plain', icon, busy = false, children, ...rest }: ButtonProps) {
  return (
    <Pressable {...rest} className={`button ${look}`} isPending={busy}>
      {busy ? <span className="spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      {children}
    </Pressable>
  )
}

interface IconButtonProps extends Omit<PressableProps, 'className' | 'children' | 'aria-label'> {
  readonly icon: IconName
  /** What the button does: accessible name and tooltip. */
  readonly label: string
  readonly look?: Look
}

/** A button that shows only an icon. */
export function IconButton({ icon, label, look = 'quiet', ...rest }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500}>
      <Pressable {...rest} aria-label={label} className={`button icon-only ${look}`}>
        <Icon name={icon} />
      </Pressable>
      <Tooltip className="tooltip" offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  )
}

interface ToggleProps {
  readonly icon: IconName
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** A toggle button with an icon. */
export function Toggle({ icon, label, isOn, onChange }: ToggleProps) {
  return (
    <TooltipTrigger delay={500}>
      <ToggleButton
        aria-label={label}
        className="button icon-only quiet"
        isSelected={isOn}
        onChange={onChange}
      >
        <Icon name={icon} />
      </ToggleButton>
      <Tooltip className="tooltip" offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  )
}
