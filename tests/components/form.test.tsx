import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import * as z from 'zod/mini'
import { useForm } from '../../web/lib/forms/use-form.ts'
import { Button } from '../../web/ui/button.tsx'
import { CheckboxField, CheckboxGroupField } from '../../web/ui/choice.tsx'
import { Field, Form, TextAreaField } from '../../web/ui/form.tsx'
import { MoneyField } from '../../web/ui/money-field.tsx'
import { PasswordField } from '../../web/ui/password-field.tsx'
import { SelectField } from '../../web/ui/select.tsx'

const required = (message: string) => z.string().check(z.minLength(1, message))

const schema = z.object({
  name: required('Name is required'),
  notes: z.string(),
  language: required('Please select a language'),
  roles: z.array(z.string()),
  is_active: z.boolean(),
  rows: z.array(z.object({ number: required('RX number is required'), copay: z.number('Must be a number') })),
})

function Filled({ onSubmit }: { onSubmit: () => Promise<unknown> }) {
  const form = useForm(schema, {
    initial: { name: '', notes: '', language: '', roles: [], is_active: true, rows: [{ number: '', copay: 0 }] },
    onSubmit,
  })
  return (
    <Form form={form} label="Delivery">
      <Field form={form} name="name" label="Name" />
      <TextAreaField form={form} name="notes" label="Notes" optional />
      <SelectField
        form={form}
        name="language"
        label="Language"
        placeholder="Select"
        options={[{ value: 'english', label: 'English' }]}
      />
      <CheckboxGroupField
        form={form}
        name="roles"
        label="Roles"
        required
        options={[{ value: 'r', label: 'Courier' }]}
      />
      <CheckboxField form={form} name="is_active" label="Active" />
      <Field form={form} name="rows.0.number" label="RX Number" />
      <MoneyField form={form} name="rows.0.copay" label="Copay ($)" />
      <Button type="submit" busy={form.busy} busyText="Saving...">
        Save
      </Button>
    </Form>
  )
}

function Mistaken() {
  const form = useForm(schema, {
    initial: { name: '', notes: '', language: '', roles: [], is_active: true, rows: [] },
    onSubmit: async () => undefined,
  })
  return (
    <>
      {/* @ts-expect-error the field is called `notes` */}
      <TextAreaField form={form} name="ntoes" label="Notes" />
      {/* @ts-expect-error `is_active` is not a text */}
      <Field form={form} name="is_active" label="Active" />
      {/* @ts-expect-error `number` is a field of a row, not of the form */}
      <Field form={form} name="number" label="RX Number" />
      {/* @ts-expect-error `name` is not a boolean */}
      <CheckboxField form={form} name="name" label="Name" />
    </>
  )
}

test('a field that is missing from the schema or has another type neither compiles nor renders', async () => {
  await expect(render(<Mistaken />)).rejects.toThrow('The form has no field ntoes')
})

test('a required or optional field is marked as such, visibly and for screen readers', async () => {
  const screen = await render(<Filled onSubmit={async () => undefined} />)
  await expect.element(screen.getByLabelText('Name', { exact: true })).toBeRequired()
  await expect.element(screen.getByLabelText('Language', { exact: true })).toBeRequired()
  await expect.element(screen.getByLabelText('Notes (Optional)', { exact: true })).not.toBeRequired()
  await expect.element(screen.getByRole('group', { name: 'Roles (At least one)' })).toBeInTheDocument()
})

test('a rejected form focuses its first invalid field, which gives the reason', async () => {
  const onSubmit = vi.fn(async () => undefined)
  const screen = await render(<Filled onSubmit={onSubmit} />)
  await screen.getByLabelText('Name').fill('Ada')
  await screen.getByText('Save').click()
  await expect.element(screen.getByLabelText('Language')).toHaveFocus()
  await expect.element(screen.getByLabelText('Language')).toHaveAccessibleDescription('Please select a language')
  await expect.element(screen.getByLabelText('RX Number')).toHaveAccessibleDescription('RX number is required')
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a form being submitted keeps focus, cannot be sent again and cannot be changed', async () => {
  let arrive = () => {}
  const onSubmit = vi.fn(() => new Promise<void>((resolve) => (arrive = resolve)))
  const screen = await render(<Filled onSubmit={onSubmit} />)
  await screen.getByLabelText('Name').fill('Ada')
  await screen.getByLabelText('Language').selectOptions('English')
  await screen.getByLabelText('RX Number').fill('RX-1')
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(screen.getByRole('button', { name: 'Saving...' })).toBeVisible()
  await expect.element(screen.getByLabelText('RX Number')).toHaveFocus()
  await userEvent.keyboard('23{Enter}')
  await screen.getByText('Saving...').click({ force: true })
  await expect.element(screen.getByLabelText('RX Number')).toHaveValue('RX-1')
  expect(onSubmit).toHaveBeenCalledOnce()
  arrive()
  await expect.element(screen.getByText('Save', { exact: true })).toBeVisible()
})

const passwords = z.object({ password: z.string().check(z.minLength(12, 'Password must be at least 12 characters')) })

function NewPassword() {
  const form = useForm(passwords, { initial: { password: '' }, isLive: true, onSubmit: async () => undefined })
  return (
    <Form form={form}>
      <PasswordField form={form} name="password" label="New password" autoComplete="new-password" describedBy="needs" />
      <p id="needs">At least 12 characters</p>
    </Form>
  )
}

test('a password can be shown, lists its rules up front and is checked at each key press', async () => {
  const screen = await render(<NewPassword />)
  const field = screen.getByLabelText('New password', { exact: true })
  await expect.element(field).toHaveAttribute('type', 'password')
  await expect.element(field).toHaveAccessibleDescription('At least 12 characters')
  await field.click()
  await userEvent.keyboard('S')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await screen.getByRole('button', { name: 'Show new password' }).click()
  await expect.element(field).toHaveAttribute('type', 'text')
  await expect.element(screen.getByRole('button', { name: 'Hide new password' })).toHaveFocus()
  await expect
    .element(field)
    .toHaveAccessibleDescription('Password must be at least 12 characters At least 12 characters')
  await field.fill('Sturdy-Bridge-77')
  await expect.element(field).toHaveAttribute('aria-invalid', 'false')
})
