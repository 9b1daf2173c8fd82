import { acceptInvitation } from './accept-invitation.ts'
import { googleAuth } from './google-auth.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { me } from './me.ts'
import { readTenantInfo } from './read-tenant-info.ts'
import { refresh } from './refresh.ts'
import { requestPasswordReset } from './request-password-reset.ts'
import { resetPassword } from './reset-password.ts'
import { sendVerificationEmail } from './send-verification-email.ts'
import { setPassword } from './set-password.ts'
import { verifyEmail } from './verify-email.ts'
import { verifyInvitation } from './verify-invitation.ts'

export const operations = {
  login,
  refresh,
  logout,
  me,
  readTenantInfo,
  googleAuth,
  sendVerificationEmail,
  verifyEmail,
  setPassword,
  requestPasswordReset,
  resetPassword,
  verifyInvitation,
  acceptInvitation,
}
