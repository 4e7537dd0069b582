declare module '@joplin/turndown-plugin-gfm' {
  import type { Plugin } from 'turndown';
  /** Tables, struck-through text and task lists. */
  export const gfm: Plugin;
}
