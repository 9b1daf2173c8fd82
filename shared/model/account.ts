import * as z from 'zod/mini'
import { defaultTimeRanges } from '../rules/time-ranges.ts'
import { userStateLabels } from '../rules/user-states.ts'
import {
  countInAnswer,
  emailInAnswer,
  idInAnswer,
  instantInAnswer,
  requiredInstantInAnswer,
  urlInAnswer,
} from './fields.ts'
import { lazy } from './lazy.ts'
import { planningSettingsInAnswer } from './planning-settings.ts'
import { secondStepNeeded } from './second-step.ts'
import { option } from './time-range.ts'

/**
 * These two texts answer a request for a mail. They are the same for every address, so that no one can find out which accounts
 * exist.
 */
export const resetRequestedText = 'If your email is registered, you will receive a password reset link shortly.'
export const verificationSentText = 'Verification email sent! Please check your inbox.'

/** The facts that an invitation shows before it is accepted. */
export const invitation = lazy(() =>
  z.object({ email: emailInAnswer(), invited_by: z.string(), organisation: z.string(), has_account: z.boolean() }),
)
export type Invitation = z.output<ReturnType<typeof invitation>>

const linkNames = {
  verification: 'verification',
  set_password: 'set-password',
  reset: 'password reset',
  invitation: 'invitation',
} as const

/** The purpose of a one-time link. */
export type LinkPurpose = keyof typeof linkNames

export const unusableLinkText = (purpose: LinkPurpose) =>
  `This ${linkNames[purpose]} link is invalid or has expired. Please request a new one.`

/**
 * The refusal of a `This was not me` link that was used before, has expired or is invalid. It offers no new link, because such
 * links cannot be requested.
 */
export const unusableNotMeText =
  'This link has already been used or has expired. If your account shows a change you didn’t make, reset your password.'

export const notMeAnsweredText = 'You’ve been signed out everywhere. We’ve emailed you a link to choose a new password.'

export const userState = lazy(() => z.enum(userStateLabels))

export const user = lazy(() =>
  z.object({
    id: idInAnswer(),
    tenant_id: idInAnswer(),
    full_name: z.string(),
    email: emailInAnswer(),
    /** The phone number at which colleagues reach the user. Empty if there is none. */
    phone: z.catch(z.string(), ''),
    avatar_url: z.nullable(urlInAnswer()),
    is_tenant_admin: z.boolean(),
    is_active: z.boolean(),
    roles: z.array(idInAnswer()),
    role: z.nullable(z.string()),
    permissions: z.array(z.string()),
    created_at: instantInAnswer(),
    state: userState(),
    /** When the user's invitation expires. Null if no invitation is open, for example because it has expired already. */
    invitation_ends_at: z.nullable(requiredInstantInAnswer()),
    /**
     * When the user last signed in or switched to this organisation, or when a page that the user was using last renewed its
     * tokens. A page in use renews them every quarter of an hour or more often. Use of other organisations doesn't count.
     */
    last_seen_at: z.nullable(requiredInstantInAnswer()),
    /** The number of deliveries that are assigned to the user or on their way with the user. */
    open_deliveries: countInAnswer(),
  }),
)
export type User = z.output<ReturnType<typeof user>>

/** A user as administrators see them. `has_second_step` is null until the user has joined the organisation. */
export const listedUser = lazy(() => z.extend(user(), { has_second_step: z.nullable(z.boolean()) }))
export type ListedUser = z.output<ReturnType<typeof listedUser>>

export const invitedPerson = lazy(() => z.object({ ok: z.literal(true), user: user() }))
export const refusedInvitation = lazy(() => z.object({ ok: z.literal(false), detail: z.string() }))

/** The result for each person of a request that invites several, in the order of the request. */
export const invitationResults = lazy(() => z.array(z.union([invitedPerson(), refusedInvitation()])))
export type InvitationResult = z.output<ReturnType<typeof invitationResults>>[number]

/**
 * A user who was created or invited again. `invitation_sent` is true if the invitation was mailed at once. It is false if no mail
 * was requested, if the new user is inactive, if mail to this address has bounced or was reported as unwanted, or if sending
 * failed; in the last case the worker tries again later.
 */
export const invitedUser = lazy(() => z.extend(user(), { invitation_sent: z.boolean() }))

export const tenantInfo = lazy(() =>
  z.object({
    id: idInAnswer(),
    name: z.string(),
    description: z.string(),
    time_zone: z.string(),
    /** The time ranges that the organisation offers for deliveries. */
    time_ranges: z.catch(z.array(option()), defaultTimeRanges),
    ...planningSettingsInAnswer().shape,
    subscribed_product_groups: z.array(z.string()),
    subscribed_products: z.array(z.string()),
  }),
)
export type TenantInfo = z.output<ReturnType<typeof tenantInfo>>

export const tokenPair = lazy(() =>
  z.object({
    access_token: z.string(),
    refresh_token: z.string(),
    token_type: z.literal('bearer'),
  }),
)
export type TokenPair = z.output<ReturnType<typeof tokenPair>>

export const message = lazy(() => z.object({ message: z.string() }))

/** A password that was chosen by a link, with the address to sign in with. A server of an earlier release leaves it out. */
export const passwordChosen = lazy(() => z.extend(message(), { email: z.catch(z.string(), '') }))

/**
 * A successful sign-in. The browser sends `device_token` with its next sign-in, so that other people's wrong guesses don't block
 * this browser.
 */
export const signedIn = lazy(() => z.extend(tokenPair(), { user: user(), device_token: z.string() }))

/** The response to the first step of a sign-in: either a session, or what is needed for the second step. */
export const firstStepAnswer = lazy(() => z.union([signedIn(), secondStepNeeded()]))

export const organisation = lazy(() => z.object({ tenant_id: idInAnswer(), name: z.string() }))

/**
 * The caller, with the current organisation and all those to which the caller can switch. `second_step_needed`: the organisation
 * requires a second step that the caller hasn't set up. `idle_minutes`: after this many minutes without use the session ends,
 * unless the caller has a delivery on the way; 0 means never.
 */
export const currentUser = lazy(() =>
  z.extend(user(), {
    organisations: z.array(organisation()),
    second_step_needed: z.boolean(),
    idle_minutes: countInAnswer(),
  }),
)
export type CurrentUser = z.output<ReturnType<typeof currentUser>>

export const permissionMap = lazy(() => z.record(z.string(), z.array(z.string())))
