/** A password field with a button that shows the password. */

import { useState } from 'react'
import { FieldError, Input, Label, TextField } from 'react-aria-components'
import { t } from '../text/text.js'
import { Toggle } from './button.js'
import { Help } from './help.js'

interface PasswordProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly name?: string
  readonly autoComplete: 'current-password' | 'new-password'
  readonly autoFocus?: boolean
  readonly isRequired?: boolean
  readonly help?: string | undefined
  readonly error?: string | undefined
}

export function PasswordField({ label, help, error, ...rest }: PasswordProps) {
  const [isShown, setShown] = useState(false)
  return (
    <TextField
      {...rest}
      type={isShown ? 'text' : 'password'}
      className="field"
      isInvalid={error !== undefined}
      validationBehavior="aria"
    >
      <Label>{label}</Label>
      <div className="combo-box">
        <Input className="input" autoCapitalize="none" spellCheck={false} />
        <Toggle
          icon={isShown ? 'hidden' : 'eye'}
          label={t('password.show')}
          isOn={isShown}
          onChange={setShown}
        />
      </div>
      <Help text={help} />
      <FieldError className="error">{error}</FieldError>
    </TextField>
  )
}
