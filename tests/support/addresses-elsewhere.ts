/**
 * Texts that must not be used as the address of the page to which a sign-in leads back. Without a check most of them would lead to
 * another origin or run a script. The last one is a path without a slash at its start.
 */
export const addressesElsewhere: readonly string[] = [
  'https://elsewhere.example/',
  '//elsewhere.example/path',
  '/\\elsewhere.example',
  '/\t/elsewhere.example',
  '/.//elsewhere.example',
  '////elsewhere.example',
  '\\\\elsewhere.example',
  '/\n/elsewhere.example',
  '/\r\\elsewhere.example',
  ' https://elsewhere.example',
  'HTTPS:elsewhere.example',
  '//somebody@elsewhere.example',
  '/..//elsewhere.example',
  '/a/../..//elsewhere.example',
  'data:text/html,a',
  'blob:https://elsewhere.example/a',
  'javascript:alert(1)',
  '\u0000javascript:alert(1)',
  'pharmacy/delivery',
]
