import { describe, expect, it } from 'vitest';
import { inspectAwkProgram } from '../../../src/tables/scripts/inspect-awk-program.ts';

describe('a program that only prints', () => {
  const harmless = [
    '{print $1}',
    '{print $1, $NF}',
    'NR==1',
    'NR>1',
    'NR > 1 {print $2}',
    '$3 > 5 {print $1}; $4 >= 2',
    '/x|y/ {print "a | b > c"}',
    '!seen[$0]++',
    '{s += $1} END {print s/NR}',
    'BEGIN {FS=","} {printf "%s\\n", $1}',
    '{print ($1+$2)/2}',
    '{if ($1 > 5) print $1; else print $2}',
    '{gsub(/[^0-9]/, ""); print}',
    '{print $1/$2}',
    '$1 ~ /a/ || $2 !~ /b/',
    '# a | b > c\n{print}',
    'function f(x) {return x * 2} {print f($1)}',
    '{print length($0)}',
    '{ print ($1 > 5) }',
    '{ print(1, ($1 > 5) + 2); print $1 }',
    '{if (a) print (b > c)}',
    '{for (i = 1; i <= NF; i++) print $i}',
  ];
  for (const program of harmless) {
    it(JSON.stringify(program), () => {
      expect(inspectAwkProgram(program)).toBeUndefined();
    });
  }
});

describe('a program that may do more', () => {
  const more = [
    'BEGIN {system("ls")}',
    'BEGIN {"ls" | getline x}',
    'BEGIN {getline x < "f"}',
    '{print > "out"}',
    '{print >> "out"}',
    '{print $1, $2 > "out"}',
    '{print $1,\n$2 > "out"}',
    '{print($1) > "out"}',
    '{printf "%s", $1 > "out"}',
    '{print | "sh"}',
    '{print |& "sh"}',
    '@include "x"',
    '@load "x"',
    'BEGIN {f = "sys" "tem"; @f("ls")}',
    'BEGIN {ARGV[1] = "/etc/passwd"; ARGC = 2}',
    'BEGIN {if (x) /"/; print | "sh"; y = "/"}',
    'BEGIN {x++ /"/; print | "sh" "/"}',
    'length /"/ {print | "sh" "/"}',
    '/[/]"/ {print | "sh"}',
    '{print "a" > FILENAME ".x"}',
    '{print "\\" > "out"}',
    '{print "a\n" > "out"}',
    '/a',
    '"a',
    'a \\\n b',
    '{if (1) print > "x"}',
    '{print $1; print > "x"}',
    '{ print ($1 > 5) > "out" }',
    '{ print ($1) (2) > "out" }',
    'BEGIN {for (;; print 1 > "out") exit}',
    'BEGIN {for (print 1 > "out";;) exit}',
    '{ print ($1 > 5)\nprint > "out" }',
    '{ print /[(]/ > "out" }',
    '{ print "(" > "out" }',
    '{ print 1 # (\nprint 2 > "out" }',
  ];
  for (const program of more) {
    it(JSON.stringify(program), () => {
      expect(inspectAwkProgram(program)).toBeDefined();
    });
  }
});
