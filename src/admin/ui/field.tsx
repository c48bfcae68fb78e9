/** Form fields with label, help and error, linked for screen readers. */

import {
  Button as Pressable,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  SearchField,
  Select as SelectPrimitive,
  SelectValue,
  Switch as SwitchPrimitive,
  TextArea,
  TextField,
} from 'react-aria-components'
import { Help } from './help.js'
import { Icon } from './icons.js'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly type?: 'text' | 'email' | 'password' | 'url' | 'datetime-local' | 'date' | 'number'
  readonly autoComplete?: string
  readonly isRequired?: boolean
  readonly autoFocus?: boolean
  readonly isDisabled?: boolean
  readonly placeholder?: string
  /** Number of lines; makes the field a text area. */
  readonly lines?: number
  readonly isCode?: boolean
  readonly name?: string
}

/** A text field. */
export function Field({ label, help, error, lines, isCode, placeholder, ...rest }: FieldProps) {
  const look = `input${isCode ? ' code' : ''}`
  return (
    <TextField
      {...rest}
      className="field"
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label>{label}</Label>
      {lines === undefined ? (
        <Input className={look} placeholder={placeholder} dir="auto" />
      ) : (
        <TextArea className={look} rows={lines} placeholder={placeholder} dir="auto" />
      )}
      <Help text={help} />
      <FieldError className="error">{error}</FieldError>
    </TextField>
  )
}

interface SearchProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly autoFocus?: boolean
}

/** A search field; Escape clears it. */
export function Search({ label, value, onChange, autoFocus }: SearchProps) {
  const shared = { value, onChange, autoFocus }
  return (
    <SearchField className="search" aria-label={label} {...shared}>
      <Icon name="search" />
      <Input className="input" placeholder={label} dir="auto" />
    </SearchField>
  )
}

interface Choice {
  readonly id: string
  readonly label: string
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly choices: readonly Choice[]
  readonly onChange: (value: string) => void
  /** True hides the label visually. */
  readonly isBare?: boolean
  /** Text shown while it is closed, instead of the selected choice. */
  readonly shown?: string | undefined
  readonly help?: string
  readonly isDisabled?: boolean
}

/** A drop-down list. */
export function Select({ label, choices, onChange, isBare, shown, help, ...rest }: SelectProps) {
  return (
    <SelectPrimitive
      {...rest}
      className="field"
      onChange={(key) => onChange(String(key))}
      {...(isBare ? { 'aria-label': label } : {})}
    >
      {!isBare && <Label>{label}</Label>}
      <Pressable className="input select">
        <SelectValue className="cut">
          {({ selectedText }) =>
            // Usually the label, which screen readers announce anyway.
            shown === undefined ? selectedText : <span aria-hidden="true">{shown}</span>
          }
        </SelectValue>
        <Icon name="down" />
      </Pressable>
      <Help text={help} />
      <Popover className="popover" offset={6}>
        <ListBox items={choices}>
          {(choice) => (
            <ListBoxItem className="option" textValue={choice.label}>
              {choice.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </SelectPrimitive>
  )
}

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** An on/off switch. */
export function Switch({ label, isOn, onChange }: SwitchProps) {
  return (
    <SwitchPrimitive className="switch" isSelected={isOn} onChange={onChange}>
      <span className="track" aria-hidden="true" />
      {label}
    </SwitchPrimitive>
  )
}

interface CheckboxProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/**
 * A checkbox for table rows, with a label for screen readers only. It is a native one, because virtualized rows are
 * created often.
 */
export function Checkbox({ label, isOn, onChange }: CheckboxProps) {
  return (
    <label className="checkbox">
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="box" aria-hidden="true">
        <Icon name="check" />
      </span>
    </label>
  )
}
