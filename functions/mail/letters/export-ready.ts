import { administratorLetter } from '../administrator-letter.ts'

/** Tells the administrator who asked for an export of all data that it is ready. */
export const exportReady = administratorLetter({
  isAboutOwnAccount: false,
  facts: () => ({}),
  text: ({ name, tenant }) => ({
    subject: `The export of ${tenant} is ready`,
    preview: 'It can be downloaded for 24 hours.',
    heading: `Hello ${name}`,
    paragraphs: [
      `The export of all data of ${tenant} that you asked for is ready. You find it in Tenant Settings, where it can be downloaded for 24 hours.`,
    ],
    fineprint: `You get this mail because you asked for the export as an administrator of ${tenant}.`,
  }),
})
