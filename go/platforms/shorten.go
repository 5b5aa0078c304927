package main

import (
	"go/ast"
	"go/token"
	"strconv"
)

// shorten leaves out the constants in tables of an imported file, as the bodies of its functions
// are: Unicode's, and curves', took a quarter of the time. Their types stay what they are.
func shorten(file *ast.File) {
	for _, decl := range file.Decls {
		if vars, ok := decl.(*ast.GenDecl); ok && vars.Tok == token.VAR {
			ast.Inspect(vars, func(n ast.Node) bool {
				table, ok := n.(*ast.CompositeLit)
				if !ok || len(table.Elts) < 16 {
					return true
				}
				array, ok := table.Type.(*ast.ArrayType)
				if !ok {
					return true
				}
				_, counted := array.Len.(*ast.Ellipsis)
				if !constants(table.Elts, !counted) {
					return true
				}
				last := table.Elts[len(table.Elts)-1]
				if counted {
					// As long as it was.
					index := &ast.BasicLit{ValuePos: last.Pos(), Kind: token.INT, Value: strconv.Itoa(len(table.Elts) - 1)}
					last = &ast.KeyValueExpr{Key: index, Colon: last.Pos(), Value: last}
				}
				table.Elts = []ast.Expr{last}
				return false
			})
		}
	}
}

// constants says whether elements are literals, or lists of them, with an index or, where
// there may be none, without.
func constants(elements []ast.Expr, indexed bool) bool {
	for _, e := range elements {
		if at, ok := e.(*ast.KeyValueExpr); ok && indexed {
			e = at.Value
			if _, ok := at.Key.(*ast.BasicLit); !ok {
				return false
			}
		}
		switch e := e.(type) {
		case *ast.BasicLit:
		case *ast.CompositeLit:
			if e.Type != nil || !fields(e.Elts) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// fields says whether elements are literals, with names or without.
func fields(elements []ast.Expr) bool {
	for _, e := range elements {
		if named, ok := e.(*ast.KeyValueExpr); ok {
			e = named.Value
		}
		if _, ok := e.(*ast.BasicLit); !ok {
			return false
		}
	}
	return true
}
